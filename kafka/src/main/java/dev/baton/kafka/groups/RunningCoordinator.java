// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import com.yammer.metrics.core.MetricsRegistry;
import dev.baton.controller.Topic;
import dev.baton.kafka.api.KafkaClusterView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntimeMetricsImpl;
import org.apache.kafka.coordinator.group.GroupConfigManager;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.apache.kafka.coordinator.group.GroupCoordinatorConfig;
import org.apache.kafka.coordinator.group.GroupCoordinatorService;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetrics;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;
import org.apache.kafka.server.share.persister.NoOpStatePersister;
import org.apache.kafka.server.util.PartitionMetadataClient;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.kafka.server.util.timer.SystemTimerReaper;

/** The group coordinator of Apache Kafka over one offsets topic. */
record RunningCoordinator(GroupCoordinator coordinator, OffsetsLogs logs, Runnable end) implements AutoCloseable {
    private static final String NAME = "baton-kafka-groups-timer";
    /** Groups are served by so many threads. */
    private static final Map<String, String> THREADS =
            Map.of("group.coordinator.threads", "1", "group.coordinator.background.threads", "1");

    /** @param tooLong is told which partition has grown so much that it should be read again */
    static RunningCoordinator start(
            KafkaClusterView cluster, Topic topic, Map<String, String> settings, IntConsumer tooLong) {
        Map<String, String> all = new HashMap<>(THREADS);
        all.putAll(settings);
        AbstractConfig values = new AbstractConfig(
                Utils.mergeConfigs(List.of(GroupCoordinatorConfig.CONFIG_DEF, ShareGroupConfig.CONFIG_DEF)),
                all,
                false);
        GroupCoordinatorConfig config = new GroupCoordinatorConfig(values);
        OffsetsLogs logs = new OffsetsLogs(cluster.partitions(), topic.id(), tooLong);
        OffsetsLoader loader = new OffsetsLoader(logs);
        Metrics metrics = new Metrics();
        MetricsRegistry registry = new MetricsRegistry();
        GroupCoordinatorService service = new GroupCoordinatorService.Builder(cluster.selfId(), config)
                .withWriter(logs)
                .withLoader(loader)
                .withTime(Time.SYSTEM)
                .withTimer(new SystemTimerReaper(NAME, new SystemTimer(NAME)))
                .withCoordinatorRuntimeMetrics(new CoordinatorRuntimeMetricsImpl(metrics, "groups", false))
                .withGroupCoordinatorMetrics(new GroupCoordinatorMetrics(registry, metrics))
                .withGroupConfigManager(new GroupConfigManager(Map.of(), config, new ShareGroupConfig(values)))
                .withPersister(new NoOpStatePersister())
                .withAuthorizerPlugin(Optional.empty())
                .withPartitionMetadataClient(new NoLatestOffsets())
                .build();
        service.startup(topic::partitions);
        return new RunningCoordinator(service, logs, () -> {
            service.shutdown();
            loader.close();
            metrics.close();
            registry.shutdown();
        });
    }

    @Override
    public void close() {
        end.run();
    }

    /** Only groups of a kind that is not offered ask for it. */
    private static final class NoLatestOffsets implements PartitionMetadataClient {
        @Override
        public Map<TopicPartition, CompletableFuture<OffsetResponse>> listLatestOffsets(Set<TopicPartition> wanted) {
            return wanted.stream()
                    .collect(Collectors.toMap(
                            Function.identity(),
                            it -> CompletableFuture.completedFuture(
                                    new OffsetResponse(-1, Errors.UNSUPPORTED_VERSION))));
        }

        @Override
        public void close() {}
    }
}
