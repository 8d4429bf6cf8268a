// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.bully.Address;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullyElector;
import dev.baton.bully.Credentials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A node that forms a cluster, and one that joins it. Add a third that votes, and any one of them may go. */
public final class BullyCluster {
    private BullyCluster() {}

    public static void main(String[] arguments) throws Exception {
        Path state = Files.createTempDirectory("bully"); // what a node must not forget
        Credentials shared = new Credentials("cluster_user", "cluster_pass");
        BullyConfiguration first = BullyConfiguration.of(shared, state.resolve("node1"))
                .form() // only at the first start of the first node
                .build();

        try (Baton one = Baton.node("node1").requireExclusive().start(BullyElector.with(first))) {
            Candidate leader = one.stand("coordinator").start();
            leader.whenLeading().get();

            Address member = one.elector(BullyElector.class).address();
            BullyConfiguration second = BullyConfiguration.of(shared, state.resolve("node2"))
                    .join(List.of(member)) // any member will do
                    .build();
            CompletableFuture<Leader> seen = new CompletableFuture<>();
            try (Baton other = Baton.node("node2").requireExclusive().start(BullyElector.with(second))) {
                Candidate next = other.stand("coordinator")
                        .listener(new LeadershipListener() {
                            @Override
                            public void on(CandidateEvent event) {
                                if (event instanceof LeaderChanged changed) {
                                    seen.complete(changed.current());
                                }
                            }
                        })
                        .start();
                System.out.println("node2 sees " + seen.get().node().id() + " lead");

                leader.close(); // hands over
                next.whenLeading().get();
                System.out.println("node2 leads");
            }
        }
    }
}
