// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.core.Leadership;
import dev.baton.duty.Duty;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Notes every millisecond that the leader may act, as the work of a real leader would ask before each of its effects. */
final class WitnessDuty {
    private static final Duration PAUSE = Duration.ofMillis(1);

    private WitnessDuty() {}

    static Duty in(WitnessFile file) {
        return Duty.loop("witness", leadership -> act(leadership, file));
    }

    private static void act(Leadership leadership, WitnessFile file) {
        while (!Thread.currentThread().isInterrupted()) {
            // The clock before the question: at that instant the answer was certainly yes.
            long now = System.nanoTime();
            if (leadership.mayAct()) {
                file.acts(leadership.epoch().value(), now);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
