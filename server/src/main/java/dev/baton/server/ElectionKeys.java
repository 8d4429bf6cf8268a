// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.internal.check.Validation;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.LogSafe;
import dev.baton.server.config.Problems;
import dev.baton.server.elector.ElectorSection;
import dev.baton.server.part.ElectionPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the elections that a node stands in. */
final class ElectionKeys {
    private ElectionKeys() {}

    /**
     * One plan per entry of the list; without a list, one that is all defaults.
     *
     * @param elector which limits how long a leader may go without renewal, and may have its own defaults
     */
    static List<ElectionPlan> readAll(EffectiveConfig values, ElectorSection.Chosen elector, Problems problems) {
        List<ElectionPlan> plans = new ArrayList<>();
        Set<ElectionName> names = new HashSet<>();
        for (int i = 0; i < Math.max(1, values.count(NodeKeys.ELECTIONS)); i++) {
            ElectionName name = values.get(NodeKeys.NAME, i);
            String origin = values.origin(NodeKeys.NAME, i);
            if (!names.add(name)) {
                problems.add(origin, "duplicate election " + name);
            }
            List<String> duties = values.get(NodeKeys.DUTIES, i);
            checkDuties(duties, values.origin(NodeKeys.DUTIES, i), problems);
            int position = i;
            elector.certainty()
                    .ifPresent(limit -> problems.collect(
                            values.origin(NodeKeys.WIND_DOWN, position),
                            () -> checkWindDown(values.get(NodeKeys.WIND_DOWN, position), limit)));
            problems.collect(origin, () -> settings(values, position, elector.takeoverDelay()))
                    .ifPresent(settings -> plans.add(new ElectionPlan(position, name, settings, duties)));
        }
        return plans;
    }

    /** As a candidate checks it when it starts. */
    private static Duration checkWindDown(Duration windDown, Duration certainty) {
        Validation.of("election")
                .under(
                        "wind_down",
                        windDown,
                        "what the lease leaves after its margin and a renewal interval",
                        certainty)
                .check();
        return windDown;
    }

    private static void checkDuties(List<String> duties, String origin, Problems problems) {
        for (String duty : duties) {
            if (!NodeParts.duties().contains(duty)) {
                problems.add(origin, LogSafe.of(duty) + " is not one of " + String.join(", ", NodeParts.duties()));
            }
        }
        if (new HashSet<>(duties).size() < duties.size()) {
            problems.add(origin, "names a duty twice");
        }
    }

    private static CandidateSettings settings(EffectiveConfig values, int position, Duration usualDelay) {
        String coordinator = values.get(NodeKeys.COORDINATOR, position);
        boolean elected = values.get(NodeKeys.ENABLED, position);
        Validation.of("election")
                .require(elected || !coordinator.isEmpty(), "election.enabled false needs election.coordinator")
                .check();
        CandidateSettings.Builder settings = CandidateSettings.builder();
        if (!elected) {
            settings.handPicked(NodeId.of(coordinator));
        }
        return settings.eligible(values.get(NodeKeys.ELIGIBLE, position))
                .priority(values.get(NodeKeys.PRIORITY, position))
                .takeoverDelay(
                        values.isSet(NodeKeys.TAKEOVER_DELAY, position)
                                ? values.get(NodeKeys.TAKEOVER_DELAY, position)
                                : usualDelay)
                .minimumHold(values.get(NodeKeys.MINIMUM_HOLD, position))
                .rest(values.get(NodeKeys.REST, position))
                .windDown(values.get(NodeKeys.WIND_DOWN, position))
                .checkInterval(values.get(NodeKeys.CHECK_INTERVAL, position))
                .build();
    }
}
