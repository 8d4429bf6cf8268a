// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what is written to topics and read from them: the first {@value #MAX_TOPICS} by name, and all others together.
 * A deleted topic makes room for another one. Any thread.
 */
final class TopicMeters {
    static final int MAX_TOPICS = 200;
    /** No topic can have this name. */
    static final String OTHERS = "(others)";

    private static final String PREFIX = "kafka.server.brokertopicmetrics.";

    private final MeterRegistry registry;
    private final Map<String, Counters> topics = new ConcurrentHashMap<>();
    private final Counters others;

    private record Counters(Counter recordsIn, Counter bytesIn, Counter bytesOut) {}

    TopicMeters(MeterRegistry registry) {
        this.registry = registry;
        this.others = counters(OTHERS);
    }

    void appended(String topic, long records, long bytes) {
        Counters of = of(topic);
        of.recordsIn().increment((double) records);
        of.bytesIn().increment((double) bytes);
    }

    void fetched(String topic, long bytes) {
        of(topic).bytesOut().increment((double) bytes);
    }

    private Counters of(String topic) {
        Counters known = topics.get(topic);
        if (known != null) {
            return known;
        }
        synchronized (this) {
            return topics.size() < MAX_TOPICS ? topics.computeIfAbsent(topic, this::counters) : others;
        }
    }

    private Counters counters(String topic) {
        return new Counters(
                counter("messagesin", topic, "records that were acknowledged"),
                counter("bytesin", topic, "bytes of these"),
                counter("bytesout", topic, "bytes that were sent to consumers"));
    }

    private Counter counter(String name, String topic, String about) {
        return Counter.builder(PREFIX + name)
                .description(about)
                .tags("topic", topic)
                .register(registry);
    }

    /** Removes all other topics. */
    synchronized void keep(Set<String> there) {
        topics.entrySet().removeIf(it -> {
            boolean isGone = !there.contains(it.getKey());
            if (isGone) {
                registry.remove(it.getValue().recordsIn());
                registry.remove(it.getValue().bytesIn());
                registry.remove(it.getValue().bytesOut());
            }
            return isGone;
        });
    }
}
