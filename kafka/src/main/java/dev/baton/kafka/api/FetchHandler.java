// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.Topic;
import dev.baton.kafka.KafkaMetrics;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import dev.baton.partitions.LogSlice;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.LeaderIdAndEpoch;
import org.apache.kafka.common.message.FetchResponseData.NodeEndpoint;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FetchMetadata;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.RequestContext;

/**
 * Hands out committed records, or waits for some. No sessions are kept: a client is told so, and names all its partitions
 * each time.
 */
final class FetchHandler implements ApiHandler<FetchRequest> {
    /** Since then, a partition's answer may say who leads; since {@link #WITH_ENDPOINTS} also where. */
    private static final short WITH_LEADER = 12;

    private static final short WITH_ENDPOINTS = 16;
    /** The most that one answer carries, beside the last batch. */
    private static final int MAX_BYTES = 55 << 20;

    private static final int MAX_WAIT_MILLIS = 60_000;

    private final KafkaClusterView cluster;
    private final Rights rights;
    private final KafkaMetrics metrics;
    private final WaitingFetches waiting;

    FetchHandler(KafkaClusterView cluster, Rights rights, KafkaMetrics metrics, WaitingFetches waiting) {
        this.cluster = cluster;
        this.rights = rights;
        this.metrics = metrics;
        this.waiting = waiting;
    }

    /** An answer, and whether it is to be sent at once. */
    private record Read(FetchResponseData answer, long bytes, boolean failed, List<PartitionKey> keys) {}

    @Override
    public CompletableFuture<FetchResponse> handle(RequestContext context, FetchRequest request) {
        FetchRequestData data = request.data();
        if (data.sessionId() != FetchMetadata.INVALID_SESSION_ID) {
            return CompletableFuture.completedFuture(
                    FetchResponse.of(new FetchResponseData().setErrorCode(Errors.FETCH_SESSION_ID_NOT_FOUND.code())));
        }
        Read first = read(context, data);
        if (isEnough(first, data) || data.maxWaitMs() <= 0 || first.keys().isEmpty()) {
            return CompletableFuture.completedFuture(sent(first));
        }
        return waiting.await(
                        first.keys(),
                        Math.min(data.maxWaitMs(), MAX_WAIT_MILLIS),
                        () -> Optional.of(read(context, data)).filter(read -> isEnough(read, data)),
                        () -> read(context, data))
                .thenApply(this::sent);
    }

    private static boolean isEnough(Read read, FetchRequestData data) {
        return read.failed() || read.bytes() >= Math.min(data.minBytes(), maxBytes(data));
    }

    private static int maxBytes(FetchRequestData data) {
        return Math.max(1, Math.min(data.maxBytes(), MAX_BYTES));
    }

    private FetchResponse sent(Read read) {
        for (FetchableTopicResponse topic : read.answer().responses()) {
            long bytes = topic.partitions().stream()
                    .mapToLong(it -> FetchResponse.recordsSize(it))
                    .sum();
            if (bytes > 0) {
                metrics.fetched(topic.topic(), bytes);
            }
        }
        return FetchResponse.of(read.answer());
    }

    private Read read(RequestContext context, FetchRequestData data) {
        FetchResponseData answer = new FetchResponseData().setSessionId(FetchMetadata.INVALID_SESSION_ID);
        List<PartitionKey> keys = new ArrayList<>();
        long left = maxBytes(data);
        boolean failed = data.topics().isEmpty();
        for (FetchTopic named : data.topics()) {
            FetchableTopicResponse topic =
                    new FetchableTopicResponse().setTopic(named.topic()).setTopicId(named.topicId());
            answer.responses().add(topic);
            for (FetchPartition wanted : named.partitions()) {
                PartitionData read = read(context, named, wanted, left, topic, keys, answer);
                topic.partitions().add(read);
                left -= FetchResponse.recordsSize(read);
                failed |= read.errorCode() != Errors.NONE.code();
            }
        }
        return new Read(answer, maxBytes(data) - left, failed, keys);
    }

    private PartitionData read(
            RequestContext context,
            FetchTopic named,
            FetchPartition wanted,
            long left,
            FetchableTopicResponse response,
            List<PartitionKey> keys,
            FetchResponseData answer) {
        PartitionData read = new PartitionData()
                .setPartitionIndex(wanted.partition())
                .setHighWatermark(FetchResponse.INVALID_HIGH_WATERMARK)
                .setRecords(MemoryRecords.EMPTY);
        try {
            Topic topic = cluster.topic(named.topic(), named.topicId());
            response.setTopic(topic.name().value());
            try {
                if (!rights.may(context.principal, Right.READ, topic.name().value())) {
                    throw new TopicAuthorizationException("reading " + topic.name() + " is not allowed");
                }
                PartitionLog log = cluster.led(topic, wanted.partition(), wanted.currentLeaderEpoch());
                keys.add(log.key());
                slice(log, wanted, left, read);
            } catch (RuntimeException failure) {
                fail(context, topic, read, KafkaErrors.ofLog(failure), answer);
            }
        } catch (RuntimeException failure) {
            read.setErrorCode(KafkaErrors.ofLog(failure).code());
        }
        return read;
    }

    private static void slice(PartitionLog log, FetchPartition wanted, long left, PartitionData read) {
        int most = (int) Math.min(Math.max(0, wanted.partitionMaxBytes()), left);
        long watermark;
        if (left <= 0 && wanted.fetchOffset() >= log.startOffset() && wanted.fetchOffset() <= log.highWatermark()) {
            // The answer is full; this partition has its turn in the next one.
            watermark = log.highWatermark();
            read.setLogStartOffset(log.startOffset());
        } else {
            LogSlice slice = log.read(wanted.fetchOffset(), most);
            watermark = slice.highWatermark();
            read.setLogStartOffset(slice.startOffset()).setRecords(slice.records());
        }
        // Without transactions, everything that is committed is stable.
        read.setHighWatermark(watermark).setLastStableOffset(watermark);
    }

    private void fail(RequestContext context, Topic topic, PartitionData read, Errors error, FetchResponseData answer) {
        read.setErrorCode(error.code());
        boolean moved = error == Errors.NOT_LEADER_OR_FOLLOWER || error == Errors.FENCED_LEADER_EPOCH;
        if (moved && context.apiVersion() >= WITH_LEADER) {
            KafkaClusterView.Led leader = cluster.leader(topic, read.partitionIndex());
            read.setCurrentLeader(
                    new LeaderIdAndEpoch().setLeaderId(leader.broker()).setLeaderEpoch(leader.epoch()));
            if (context.apiVersion() >= WITH_ENDPOINTS) {
                // Once for all partitions: clients refuse a broker that is told twice.
                cluster.broker(leader.broker())
                        .filter(node -> answer.nodeEndpoints().find(node.id()) == null)
                        .ifPresent(node -> answer.nodeEndpoints()
                                .add(new NodeEndpoint()
                                        .setNodeId(node.id())
                                        .setHost(node.host())
                                        .setPort(node.port())
                                        .setRack(node.rack())));
            }
        }
    }
}
