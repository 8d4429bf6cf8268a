// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.Epoch;
import dev.baton.controller.Topic;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import dev.baton.partitions.PartitionLog;
import dev.baton.partitions.TimestampedOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsPartition;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsTopic;
import org.apache.kafka.common.message.DeleteRecordsResponseData;
import org.apache.kafka.common.message.DeleteRecordsResponseData.DeleteRecordsPartitionResult;
import org.apache.kafka.common.message.DeleteRecordsResponseData.DeleteRecordsTopicResult;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.OffsetForLeaderTopicResult;
import org.apache.kafka.common.requests.DeleteRecordsRequest;
import org.apache.kafka.common.requests.DeleteRecordsResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochRequest;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochResponse;
import org.apache.kafka.common.requests.RequestContext;

/** Looks offsets up by time or epoch, and has records below an offset deleted. */
final class OffsetHandlers {
    /** Since then, an offset comes with the epoch of its leader. */
    private static final short WITH_EPOCH = 4;

    private static final int MAX_WAIT_MILLIS = 60_000;

    private final KafkaClusterView cluster;
    private final Rights rights;

    OffsetHandlers(KafkaClusterView cluster, Rights rights) {
        this.cluster = cluster;
        this.rights = rights;
    }

    private Topic topic(RequestContext context, Right right, String name) {
        if (!rights.may(context.principal, right, name)) {
            throw new TopicAuthorizationException("this is not allowed with this topic");
        }
        return cluster.topic(name, Uuid.ZERO_UUID);
    }

    CompletableFuture<ListOffsetsResponse> list(RequestContext context, ListOffsetsRequest request) {
        ListOffsetsResponseData data = new ListOffsetsResponseData();
        for (ListOffsetsTopic wanted : request.data().topics()) {
            ListOffsetsTopicResponse topic = new ListOffsetsTopicResponse().setName(wanted.name());
            data.topics().add(topic);
            for (ListOffsetsPartition partition : wanted.partitions()) {
                topic.partitions().add(offset(context, wanted.name(), partition));
            }
        }
        return CompletableFuture.completedFuture(new ListOffsetsResponse(data));
    }

    private ListOffsetsPartitionResponse offset(RequestContext context, String name, ListOffsetsPartition wanted) {
        ListOffsetsPartitionResponse found =
                new ListOffsetsPartitionResponse().setPartitionIndex(wanted.partitionIndex());
        try {
            PartitionLog log =
                    cluster.led(topic(context, Right.READ, name), wanted.partitionIndex(), wanted.currentLeaderEpoch());
            offset(log, wanted.timestamp()).ifPresent(it -> {
                found.setOffset(it.offset()).setTimestamp(it.timestamp());
                if (context.apiVersion() >= WITH_EPOCH) {
                    found.setLeaderEpoch(KafkaClusterView.epochNumber(it.epoch()));
                }
            });
        } catch (RuntimeException failure) {
            found.setErrorCode(KafkaErrors.ofLog(failure).code());
        }
        return found;
    }

    private static Optional<TimestampedOffset> offset(PartitionLog log, long timestamp) {
        long none = ListOffsetsResponse.UNKNOWN_TIMESTAMP;
        if (timestamp == ListOffsetsRequest.LATEST_TIMESTAMP) {
            return Optional.of(new TimestampedOffset(log.highWatermark(), none, log.leaderEpoch()));
        } else if (timestamp == ListOffsetsRequest.EARLIEST_TIMESTAMP
                || timestamp == ListOffsetsRequest.EARLIEST_LOCAL_TIMESTAMP) {
            return Optional.of(new TimestampedOffset(log.startOffset(), none, log.leaderEpoch()));
        } else if (timestamp == ListOffsetsRequest.MAX_TIMESTAMP) {
            return log.latestTimestamp();
        }
        // What is below that is about storage that there is not.
        return timestamp < 0 ? Optional.empty() : log.offsetFor(timestamp);
    }

    CompletableFuture<OffsetsForLeaderEpochResponse> ends(
            RequestContext context, OffsetsForLeaderEpochRequest request) {
        OffsetForLeaderEpochResponseData data = new OffsetForLeaderEpochResponseData();
        for (OffsetForLeaderTopic wanted : request.data().topics()) {
            OffsetForLeaderTopicResult topic = new OffsetForLeaderTopicResult().setTopic(wanted.topic());
            data.topics().add(topic);
            for (OffsetForLeaderPartition partition : wanted.partitions()) {
                topic.partitions().add(end(context, wanted.topic(), partition));
            }
        }
        return CompletableFuture.completedFuture(new OffsetsForLeaderEpochResponse(data));
    }

    private EpochEndOffset end(RequestContext context, String name, OffsetForLeaderPartition wanted) {
        EpochEndOffset found = new EpochEndOffset().setPartition(wanted.partition());
        try {
            PartitionLog log =
                    cluster.led(topic(context, Right.READ, name), wanted.partition(), wanted.currentLeaderEpoch());
            if (wanted.leaderEpoch() >= 0) {
                log.endOffsetFor(Epoch.of(wanted.leaderEpoch()))
                        .ifPresent(it -> found.setEndOffset(it.endOffset())
                                .setLeaderEpoch(KafkaClusterView.epochNumber(it.epoch())));
            }
        } catch (RuntimeException failure) {
            found.setErrorCode(KafkaErrors.ofLog(failure).code());
        }
        return found;
    }

    CompletableFuture<DeleteRecordsResponse> delete(RequestContext context, DeleteRecordsRequest request) {
        long millis = Math.max(1, Math.min(request.data().timeoutMs(), MAX_WAIT_MILLIS));
        DeleteRecordsResponseData data = new DeleteRecordsResponseData();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (DeleteRecordsTopic wanted : request.data().topics()) {
            DeleteRecordsTopicResult topic = new DeleteRecordsTopicResult().setName(wanted.name());
            data.topics().add(topic);
            for (DeleteRecordsPartition partition : wanted.partitions()) {
                DeleteRecordsPartitionResult result = new DeleteRecordsPartitionResult()
                        .setPartitionIndex(partition.partitionIndex())
                        .setLowWatermark(DeleteRecordsResponse.INVALID_LOW_WATERMARK);
                topic.partitions().add(result);
                all.add(delete(context, wanted.name(), partition)
                        .orTimeout(millis, TimeUnit.MILLISECONDS)
                        .handle((start, failure) -> {
                            if (failure == null) {
                                result.setLowWatermark(start);
                            } else {
                                result.setErrorCode(KafkaErrors.ofLog(failure).code());
                            }
                            return null;
                        }));
            }
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(ignored -> new DeleteRecordsResponse(data));
    }

    private CompletableFuture<Long> delete(RequestContext context, String name, DeleteRecordsPartition wanted) {
        try {
            PartitionLog log = cluster.led(topic(context, Right.ADMIN, name), wanted.partitionIndex(), -1);
            if (name.equals(KafkaClusterView.OFFSETS_TOPIC)) {
                throw new TopicAuthorizationException("consumer groups are kept in " + name);
            }
            long before =
                    wanted.offset() == DeleteRecordsRequest.HIGH_WATERMARK ? log.highWatermark() : wanted.offset();
            if (before < 0 || before > log.highWatermark()) {
                throw new OffsetOutOfRangeException("offset " + before + " is not committed");
            }
            return log.deleteBefore(before).copy();
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
