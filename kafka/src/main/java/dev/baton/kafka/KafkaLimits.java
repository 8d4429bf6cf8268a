// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How much a broker takes on.
 *
 * @param processors threads that read requests and write answers
 * @param connections at a time
 * @param connectionsPerAddress of these, from one address
 * @param requestBytes the largest request
 * @param requestMemory how many bytes all requests have together that are being read or answered; above that, nothing
 *     more is read
 * @param inFlight how many requests of one connection are worked on at a time
 * @param idle after so long without a byte a connection is closed
 * @param frame so long a request may take from its first byte to its last
 */
public record KafkaLimits(
        int processors,
        int connections,
        int connectionsPerAddress,
        int requestBytes,
        int requestMemory,
        int inFlight,
        Duration idle,
        Duration frame) {
    public static final int MAX_PROCESSORS = 64;
    private static final int MIN_USUAL_PROCESSORS = 2;
    private static final int MAX_USUAL_PROCESSORS = 8;

    /** As many threads as this machine has processors, within bounds. */
    public static final KafkaLimits DEFAULT = new KafkaLimits(
            Math.max(
                    MIN_USUAL_PROCESSORS,
                    Math.min(MAX_USUAL_PROCESSORS, Runtime.getRuntime().availableProcessors())),
            2_000,
            500,
            8 << 20,
            64 << 20,
            5,
            Duration.ofMinutes(10),
            Duration.ofSeconds(30));

    public KafkaLimits {
        Validation.of("kafka.limits")
                .between("processors", processors, 1, MAX_PROCESSORS)
                .between("connections", connections, 1, 1_000_000)
                .between("connections_per_address", connectionsPerAddress, 1, 1_000_000)
                .between("request_bytes", requestBytes, 1_024, 100 << 20)
                .between("request_memory", requestMemory, requestBytes, Integer.MAX_VALUE)
                .between("in_flight", inFlight, 1, 100)
                .positive("idle", idle)
                .positive("frame", frame)
                .check();
    }
}
