// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Health;
import dev.baton.testkit.memory.InMemoryLeases;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A node that is not healthy does not lead: it hands over to one that is. */
public final class HealthAware {
    private HealthAware() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        AtomicBoolean diskFull = new AtomicBoolean();
        try (Baton a = Baton.node("a").start(leases.elector());
                Baton b = Baton.node("b").start(leases.elector())) {
            Candidate ofA = a.stand("jobs")
                    .settings(CandidateSettings.builder()
                            .checkInterval(Duration.ofMillis(50))
                            .unhealthyAfter(2)
                            .build())
                    .healthCheck(() -> diskFull.get() ? Health.bad("disk full") : Health.OK)
                    .start();
            System.out.println("a leads under epoch " + ofA.whenLeading().join().epoch());
            Candidate ofB = b.stand("jobs").start();

            diskFull.set(true);
            System.out.println("b leads under epoch " + ofB.whenLeading().join().epoch());
            System.out.println("a is healthy: " + ofA.status().healthy());
        }
    }
}
