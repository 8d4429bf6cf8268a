// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.ElectionMode;
import dev.baton.NodeId;
import dev.baton.testkit.memory.InMemoryLeases;
import java.util.Optional;

/** Static assignment and the flag {@code election.enabled}: how a team moves off a hand-picked coordinator. */
public final class HandPicked {
    private HandPicked() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        Optional<NodeId> coordinator = Optional.of(NodeId.of("b"));
        try (Baton a = Baton.node("a").start(leases.elector());
                Baton b = Baton.node("b").start(leases.elector())) {
            Candidate ofA = stand(a, ElectionMode.of(false, coordinator));
            Candidate ofB = stand(b, ElectionMode.of(false, coordinator));
            System.out.println("b leads under epoch " + ofB.whenLeading().join().epoch());

            ofA.close(); // switched over node by node; both modes ask the same elector, so there is one leader
            Candidate elected = stand(a, ElectionMode.of(true, coordinator));
            ofB.close();
            System.out.println(
                    "a leads under epoch " + elected.whenLeading().join().epoch());
        }
    }

    private static Candidate stand(Baton node, ElectionMode mode) {
        return node.stand("jobs")
                .settings(CandidateSettings.builder().mode(mode).build())
                .start();
    }
}
