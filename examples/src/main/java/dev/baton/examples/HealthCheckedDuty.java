// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.standalone.StandaloneElector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A duty that crashes is started again; one that keeps crashing costs the node its leadership. */
public final class HealthCheckedDuty {
    private HealthCheckedDuty() {}

    public static void main(String[] arguments) {
        CompletableFuture<LossReason> lost = new CompletableFuture<>();
        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            baton.stand("jobs")
                    .dutyPolicy(Duty.Policy.DEFAULT
                            .withBackoff(Duration.ofMillis(10), Duration.ofMillis(10))
                            .withRestarts(2, Duration.ofMinutes(1)))
                    .duty(Duty.loop("importer", leadership -> {
                        System.out.println("importer starts and crashes");
                        throw new IllegalStateException("no disk");
                    }))
                    .listener(new LeadershipListener() {
                        @Override
                        public void revoked(Epoch epoch, LossReason why) {
                            lost.complete(why);
                        }
                    })
                    .start();

            System.out.println("leadership given up: " + lost.join());
        }
    }
}
