// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How the coordinator allocates.
 *
 * @param debounce how long it waits for further changes after a worker came or a definition changed
 * @param period how often it makes a plan although it knows of no change
 * @param maxMoves how many partitions may be on their way from one living worker to another at a time
 */
public record AllocatorSettings(Duration debounce, Duration period, int maxMoves) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public static final AllocatorSettings DEFAULT =
            new AllocatorSettings(Duration.ofMillis(250), Duration.ofSeconds(30), UNLIMITED);

    public AllocatorSettings {
        Validation.of("allocator")
                .notNegative("debounce", debounce)
                .positive("period", period)
                .require(maxMoves >= 1, "maxMoves %s must be 1 or more", maxMoves)
                .require(
                        debounce.compareTo(period) < 0,
                        "debounce %s must be under period %s",
                        Validation.show(debounce),
                        Validation.show(period))
                .check();
    }

    public AllocatorSettings withDebounce(Duration wait) {
        return new AllocatorSettings(wait, period, maxMoves);
    }

    public AllocatorSettings withPeriod(Duration every) {
        return new AllocatorSettings(debounce, every, maxMoves);
    }

    public AllocatorSettings withMaxMoves(int most) {
        return new AllocatorSettings(debounce, period, most);
    }
}
