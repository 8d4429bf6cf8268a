// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.polls;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.Listing;
import dev.baton.server.part.Listing.Column;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The leader has URLs polled: each by one node at a time, and by another if that node goes away. */
public final class PollsPart implements NodePart {
    static final String DUTY = "poll_orchestrator";

    @Override
    public List<ConfigKey<?>> keys() {
        return PollPlan.keys();
    }

    @Override
    public List<String> duties() {
        return List.of(DUTY);
    }

    @Override
    public List<Listing> listings() {
        return List.of(new Listing(
                "polls",
                "Polls",
                "The latest polls: which node had them, and their outcome.",
                PollRoutes.PATH,
                "polls",
                List.of(
                        new Column("Poll", "name"),
                        new Column("Number", "number"),
                        new Column("Node", "node"),
                        new Column("State", "state"),
                        new Column("Attempts", "attempts"),
                        new Column("Epoch", "epoch"),
                        new Column("Error", "error")),
                Optional.empty()));
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        Map<String, PollPlan> polls = PollPlan.readAll(values, problems);
        List<ElectionPlan> elections = node.elections().stream()
                .filter(it -> it.duties().contains(DUTY))
                .toList();
        if (elections.isEmpty() != (values.count(PollPlan.SECTION) == 0)) {
            problems.add("polls", "are listed together with the duty " + DUTY + " of an election, or neither is");
        }
        if (elections.size() > 1) {
            problems.add("polls", "the duty " + DUTY + " is for one election, not " + elections.size());
        }
        return elections.isEmpty()
                ? context -> RunningPart.IDLE
                : context -> new RunningPolls(context, elections.get(0).name(), polls);
    }
}
