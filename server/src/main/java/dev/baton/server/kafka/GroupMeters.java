// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.admin.ApiException;
import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.ConsumerGroupReport.Described;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the consumer groups that this node coordinates, and their lag, every ten seconds, on a shared thread. */
final class GroupMeters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupMeters.class);
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final GroupQueries queries;
    private final Runnable alsoLook;
    private final MultiGauge lags;
    private final MultiGauge members;
    private final MultiGauge groups;
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-kafka-group-metrics");
        thread.setDaemon(true);
        return thread;
    });

    GroupMeters(MeterRegistry registry, GroupQueries queries, Runnable alsoLook) {
        this.queries = queries;
        this.alsoLook = alsoLook;
        this.lags = MultiGauge.builder("kafka.consumergroup.lag")
                .description("records that a group has yet to read of a topic")
                .register(registry);
        this.members = MultiGauge.builder("kafka.consumergroup.members")
                .description("consumers in a group")
                .register(registry);
        this.groups = MultiGauge.builder("kafka.server.group.coordinator.metrics.group.count")
                .description("groups that this node coordinates, by protocol and state")
                .register(registry);
    }

    void start() {
        ScheduledFuture<?> unused =
                ticks.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            alsoLook.run();
            show(queries.measuredHere());
        } catch (ApiException away) {
            // The last figures stay; they are only a few seconds older.
            LOG.debug("consumer groups were not counted", away);
        } catch (RuntimeException broken) {
            // An exception here would silently end the timer.
            LOG.warn("consumer groups or partitions could not be counted", broken);
        }
    }

    private void show(List<Described> found) {
        List<Row<?>> lagRows = new ArrayList<>();
        List<Row<?>> memberRows = new ArrayList<>();
        Map<List<String>, Integer> counts = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        for (Described described : found) {
            ConsumerGroupReport group = described.group();
            group.topics().forEach(it -> {
                Long lag = it.lag();
                if (lag != null) {
                    lagRows.add(Row.of(Tags.of("consumergroup", group.group(), "topic", it.topic()), lag));
                }
            });
            memberRows.add(Row.of(Tags.of("consumergroup", group.group()), group.members()));
            counts.merge(List.of(group.protocol(), group.state()), 1, Integer::sum);
        }
        lags.register(lagRows, true);
        members.register(memberRows, true);
        groups.register(
                counts.entrySet().stream()
                        .<Row<?>>map(it -> Row.of(
                                Tags.of(
                                        "protocol",
                                        it.getKey().get(0),
                                        "state",
                                        it.getKey().get(1)),
                                it.getValue()))
                        .toList(),
                true);
    }

    @Override
    public void close() {
        ticks.shutdownNow();
    }
}
