// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.controller.ControllerPart;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionLog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Size, first and next offset of the replicas on this node: of the first {@value #MAX_PARTITIONS} by topic and number,
 * under the names of Apache Kafka. Updated regularly, by one thread.
 */
final class LogMeters {
    static final int MAX_PARTITIONS = 1000;

    private final ControllerPart controller;
    private final LocalPartitions partitions;
    private final Consumer<Set<String>> topicsThere;
    private final MultiGauge sizes;
    private final MultiGauge starts;
    private final MultiGauge ends;
    /** The registered replicas; a gauge itself keeps none. */
    private List<Named> shown = List.of();

    private record Named(String topic, PartitionLog log) {
        Tags tags() {
            return Tags.of(
                    "topic", topic, "partition", Integer.toString(log.key().partition()));
        }
    }

    /** @param topicsThere called with the names of all topics of the cluster at each update */
    LogMeters(
            MeterRegistry registry,
            ControllerPart controller,
            LocalPartitions partitions,
            Consumer<Set<String>> topicsThere) {
        this.controller = controller;
        this.partitions = partitions;
        this.topicsThere = topicsThere;
        this.sizes = gauge(registry, "size", "bytes of a replica on this node's disk");
        this.starts = gauge(registry, "logstartoffset", "the first offset that a replica can be read from");
        this.ends = gauge(registry, "logendoffset", "the offset after the last record that a replica has");
    }

    private static MultiGauge gauge(MeterRegistry registry, String name, String about) {
        return MultiGauge.builder("kafka.log.log." + name).description(about).register(registry);
    }

    void look() {
        Map<TopicId, String> names = controller.read(view -> view.topics().stream()
                .collect(Collectors.toMap(Topic::id, topic -> topic.name().value())));
        topicsThere.accept(Set.copyOf(names.values()));
        List<Named> now = partitions.logs().stream()
                .filter(log -> names.containsKey(log.key().topic()))
                .map(log -> new Named(names.getOrDefault(log.key().topic(), ""), log))
                .sorted(Comparator.comparing(Named::topic)
                        .thenComparing(it -> it.log().key().partition()))
                .limit(MAX_PARTITIONS)
                .toList();
        // Values are read at the scrape: only new replicas are registered.
        if (!now.equals(shown)) {
            shown = now;
            register(sizes, PartitionLog::sizeBytes);
            register(starts, PartitionLog::startOffset);
            register(ends, PartitionLog::endOffset);
        }
    }

    private void register(MultiGauge gauge, ToDoubleFunction<PartitionLog> value) {
        List<Row<?>> rows = new ArrayList<>();
        shown.forEach(each -> rows.add(Row.of(each.tags(), each.log(), value)));
        gauge.register(rows, true);
    }
}
