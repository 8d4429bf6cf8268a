// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How often a store is polled for changes: one small statement each time.
 *
 * @param busy while something changes
 * @param idle while nothing does; also the longest time that a change stays unnoticed if no notification came
 * @param busyFor how long after a change it counts as busy: longer than the time during which the coordinator cannot
 *     signal another one
 * @param reread how often everything is read again, which finds rows that were edited by hand
 */
public record PollSettings(Duration busy, Duration idle, Duration busyFor, Duration reread) {
    public static final PollSettings DEFAULT = new PollSettings(
            Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(30));
    /** For the coordinator, which is not notified of what workers have stored. */
    public static final PollSettings COORDINATOR =
            DEFAULT.withBusy(Duration.ofMillis(50)).withIdle(Duration.ofSeconds(1));

    public PollSettings {
        Validation.of("poll")
                .positive("busy", busy)
                .positive("idle", idle)
                .positive("busyFor", busyFor)
                .positive("reread", reread)
                .require(
                        busy.compareTo(idle) <= 0,
                        "busy %s must not be above idle %s",
                        Validation.show(busy),
                        Validation.show(idle))
                .check();
    }

    public PollSettings withIdle(Duration interval) {
        return new PollSettings(busy, interval, busyFor, reread);
    }

    public PollSettings withBusy(Duration interval) {
        return new PollSettings(interval, idle, busyFor, reread);
    }

    public PollSettings withReread(Duration interval) {
        return new PollSettings(busy, idle, busyFor, interval);
    }
}
