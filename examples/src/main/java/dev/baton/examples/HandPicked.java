// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.testkit.memory.InMemoryLeases;

/** How a team moves from a hand-picked coordinator to an election, node by node. */
public final class HandPicked {
    private HandPicked() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        CandidateSettings picked =
                CandidateSettings.builder().handPicked(NodeId.of("b")).build();
        try (Baton a = Baton.node("a").start(leases.elector());
                Baton b = Baton.node("b").start(leases.elector())) {
            Candidate ofA = stand(a, picked);
            Candidate ofB = stand(b, picked);
            System.out.println("b leads under epoch " + ofB.whenLeading().join().epoch());

            ofA.close(); // switched over node by node; both kinds ask the same elector, so there is one leader
            Candidate elected = stand(a, CandidateSettings.defaults());
            ofB.close();
            System.out.println(
                    "a leads under epoch " + elected.whenLeading().join().epoch());
        }
    }

    private static Candidate stand(Baton node, CandidateSettings settings) {
        return node.stand("jobs").settings(settings).start();
    }
}
