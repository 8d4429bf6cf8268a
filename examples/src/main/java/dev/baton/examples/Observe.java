// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateSettings;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.testkit.memory.InMemoryLeases;
import java.util.concurrent.CompletableFuture;

/** Who leads, as seen by a node that never will; and the events it sees. */
public final class Observe {
    private Observe() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        CompletableFuture<Leader> seen = new CompletableFuture<>();
        try (Baton worker = Baton.node("worker").start(leases.elector());
                Baton watcher = Baton.node("watcher").start(leases.elector())) {
            worker.stand("jobs").start().whenLeading().join();

            Candidate observer = watcher.stand("jobs")
                    .settings(CandidateSettings.builder().eligible(false).build())
                    .listener(new LeadershipListener() {
                        @Override
                        public void on(CandidateEvent event) {
                            System.out.println("saw " + event.name());
                            if (event instanceof LeaderChanged changed) {
                                seen.complete(changed.current());
                            }
                        }
                    })
                    .start();

            seen.join();
            observer.leader()
                    .ifPresent(
                            leader -> System.out.println(leader.node().id() + " leads under epoch " + leader.epoch()));
        }
    }
}
