// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.controller.TopicId;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.coordinator.common.runtime.PartitionWriter;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.VerificationGuard;

/**
 * The partitions that groups are kept in, as the group coordinator writes them: what it appends is in its order at once,
 * and it answers its clients when it is told that this is committed. Any thread.
 */
final class OffsetsLogs implements PartitionWriter {
    /** A partition with so many records is read again, and obsolete ones are deleted. */
    static final long REWRITE_AFTER = 100_000;

    private final LocalPartitions partitions;
    private final TopicId topic;
    private final IntConsumer tooLong;
    /** How many records a partition may have before it is read again. */
    private final Map<Integer, Long> limits = new ConcurrentHashMap<>();

    private final LogConfig config = new LogConfig(Map.of());
    private final Map<TopicPartition, Set<Listener>> listeners = new ConcurrentHashMap<>();

    /** @param tooLong is told, once for each time that it is {@linkplain #loaded read}, that a partition has grown */
    OffsetsLogs(LocalPartitions partitions, TopicId topic, IntConsumer tooLong) {
        this.partitions = partitions;
        this.topic = topic;
        this.tooLong = tooLong;
    }

    /** A partition was read, and has so many records now. */
    void loaded(int partition, long records) {
        limits.put(partition, REWRITE_AFTER + 2 * records);
    }

    TopicId topic() {
        return topic;
    }

    PartitionLog log(TopicPartition partition) {
        return partitions
                .log(new PartitionKey(topic, partition.partition()))
                .orElseThrow(() -> new NotLeaderOrFollowerException("there is no replica of " + partition + " here"));
    }

    private static TopicPartition named(int partition) {
        return new TopicPartition(KafkaClusterView.OFFSETS_TOPIC, partition);
    }

    void committed(int partition, long highWatermark) {
        Set<Listener> told = listeners.get(named(partition));
        if (told != null) {
            told.forEach(listener -> listener.onHighWatermarkUpdated(named(partition), highWatermark));
        }
    }

    /** Listeners were registered under the former lead. */
    void leadsNoMore(int partition) {
        listeners.remove(named(partition));
    }

    @Override
    public void registerListener(TopicPartition partition, Listener listener) {
        listeners
                .computeIfAbsent(partition, it -> ConcurrentHashMap.newKeySet())
                .add(listener);
    }

    @Override
    public void deregisterListener(TopicPartition partition, Listener listener) {
        listeners.computeIfPresent(partition, (same, all) -> {
            all.remove(listener);
            return all.isEmpty() ? null : all;
        });
    }

    @Override
    public LogConfig config(TopicPartition partition) {
        return config;
    }

    @Override
    public long append(
            TopicPartition partition, VerificationGuard guard, MemoryRecords records, short transactionVersion) {
        try {
            PartitionLog log = log(partition);
            long end = log.append(records).endOffset();
            Long limit = limits.get(partition.partition());
            if (limit != null && end - log.startOffset() > limit && limits.remove(partition.partition(), limit)) {
                tooLong.accept(partition.partition());
            }
            return end;
        } catch (NotLeaderException moved) {
            throw new NotLeaderOrFollowerException(moved.getMessage(), moved);
        } catch (UnavailableException full) {
            throw new NotEnoughReplicasException(full.getMessage(), full);
        }
    }

    @Override
    public CompletableFuture<VerificationGuard> maybeStartTransactionVerification(
            TopicPartition partition, String transactionalId, long producerId, short producerEpoch, int apiVersion) {
        return CompletableFuture.failedFuture(new UnsupportedVersionException("transactions are not supported"));
    }

    @Override
    public CompletableFuture<Void> deleteRecords(TopicPartition partition, long before) {
        return log(partition).deleteBefore(before).thenAccept(ignored -> {});
    }
}
