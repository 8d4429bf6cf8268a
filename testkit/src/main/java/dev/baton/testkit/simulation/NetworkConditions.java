// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;

/**
 * How a network treats messages. Each one is delayed by itself, so they overtake each other.
 *
 * @param loss the probability that a message is lost
 * @param duplication the probability that it arrives twice
 */
public record NetworkConditions(Duration leastDelay, Duration mostDelay, double loss, double duplication) {
    public static final NetworkConditions FAIR =
            new NetworkConditions(Duration.ofNanos(200_000), Duration.ofMillis(5), 0, 0);
}
