// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.candidate.Candidate;
import dev.baton.core.ElectionName;
import dev.baton.core.Leader;
import dev.baton.duty.DutyState;
import java.util.List;
import java.util.Optional;

/** Whether every election has one leader, whose duties run, and every node knows it. */
record Agreement(Scenario scenario, List<SimulatedNode> nodes) {
    Optional<String> missing() {
        for (int i = 0; i < scenario.elections().size(); i++) {
            Optional<String> missing = missing(i, scenario.elections().get(i));
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
        if (leader.status().duties().stream().anyMatch(duty -> duty.state() != DutyState.RUNNING)) {
            return Optional.of("duties of " + election + " do not run: " + leader.status());
        }
        return nodes.stream()
                .filter(node -> !knows(node.candidates().get(position), leader))
                .findFirst()
                .map(node -> node.name() + " does not know that " + leader.node() + " leads " + election + ", but "
                        + node.candidates().get(position).status());
    }

    private static boolean knows(Candidate candidate, Candidate leader) {
        return candidate
                .leader()
                .map(Leader::node)
                .filter(leader.node()::equals)
                .isPresent();
    }
}
