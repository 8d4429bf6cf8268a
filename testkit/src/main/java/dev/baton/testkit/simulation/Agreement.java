// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.spi.lease.LeaseRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Whether every election has one leader, whose duties run, and every node knows it. */
record Agreement(SimulationContext world, List<SimulatedNode> nodes) {
    Optional<String> missing() {
        List<ElectionName> elections = world.scenario().elections();
        for (int i = 0; i < elections.size(); i++) {
            Optional<String> missing = missing(i, elections.get(i));
            if (missing.isPresent()) {
                return missing;
            }
        }
        return Optional.empty();
    }

    private Optional<String> missing(int position, ElectionName election) {
        List<Candidate> leading = nodes.stream()
                .map(node -> node.candidates().get(position))
                .filter(Candidate::isLeader)
                .toList();
        if (leading.size() != 1) {
            return Optional.of(election + " has " + leading.size() + " leaders: "
                    + nodes.stream()
                            .map(node -> node.name() + " "
                                    + node.candidates().get(position).status())
                            .toList());
        }
        Candidate leader = leading.get(0);
        if (leader.status().duties().stream().anyMatch(duty -> duty.state() != Duty.State.RUNNING)) {
            return Optional.of("duties of " + election + " do not run: " + leader.status());
        }
        return nodes.stream()
                .filter(node -> !knows(node.candidates().get(position), leader))
                .findFirst()
                .map(node -> node.name() + " does not know that " + leader.node() + " leads " + election + ", but "
                        + node.candidates().get(position).status());
    }

    /**
     * Whether a node that could lead has a higher priority than the leader leads under. One that {@code gaveUp} on
     * request may have to leave the leader alone.
     */
    Optional<String> unpreferred(Predicate<Candidate> gaveUp) {
        Optional<String> found = missing();
        for (int i = 0; i < world.scenario().elections().size() && found.isEmpty(); i++) {
            found = unpreferred(i, gaveUp);
        }
        return found;
    }

    private Optional<String> unpreferred(int position, Predicate<Candidate> gaveUp) {
        ElectionName election = world.scenario().elections().get(position);
        LeaseRow row = world.store().row(election).orElseThrow();
        for (int i = 0; i < nodes.size(); i++) {
            CandidateSettings settings = world.scenario().settings().get(i);
            Candidate other = nodes.get(i).candidates().get(position);
            if (settings.eligible() && settings.priority().isAbove(row.priority()) && !gaveUp.test(other)) {
                return Optional.of(row.holder() + " leads " + election + " under " + row.priority() + ", though "
                        + other.node() + " has " + settings.priority());
            }
        }
        return Optional.empty();
    }

    private static boolean knows(Candidate candidate, Candidate leader) {
        return candidate
                .leader()
                .map(Leader::node)
                .filter(leader.node()::equals)
                .isPresent();
    }
}
