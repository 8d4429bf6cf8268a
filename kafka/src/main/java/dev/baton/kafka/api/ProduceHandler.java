// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.Topic;
import dev.baton.kafka.KafkaMetrics;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.LeaderIdAndEpoch;
import org.apache.kafka.common.message.ProduceResponseData.NodeEndpoint;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Appends records. Everything is acknowledged once it is on the disks of a majority: acks=1 means the same as acks=all
 * here. All appends of a request are in the order of their partitions before this returns.
 */
final class ProduceHandler implements ApiHandler<ProduceRequest> {
    /** Since then, an answer may say who leads. */
    private static final short WITH_LEADER = 10;

    private static final int MAX_WAIT_MILLIS = 120_000;

    private final KafkaClusterView cluster;
    private final Rights rights;
    private final KafkaMetrics metrics;

    ProduceHandler(KafkaClusterView cluster, Rights rights, KafkaMetrics metrics) {
        this.cluster = cluster;
        this.rights = rights;
        this.metrics = metrics;
    }

    /** One partition of a request on its way. */
    private record Part(int topic, PartitionProduceResponse answer, CompletableFuture<Void> done) {}

    @Override
    public CompletableFuture<ProduceResponse> handle(RequestContext context, ProduceRequest request) {
        List<TopicProduceResponse> topics = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        ProduceResponseData response = new ProduceResponseData();
        for (TopicProduceData topic : request.data().topicData()) {
            topics.add(new TopicProduceResponse().setName(topic.name()).setTopicId(topic.topicId()));
            for (PartitionProduceData partition : topic.partitionData()) {
                Part part = append(context, request, topics.size() - 1, topic, partition, response);
                parts.add(part);
            }
        }
        return CompletableFuture.allOf(parts.stream().map(Part::done).toArray(CompletableFuture[]::new))
                .thenApply(ignored -> {
                    parts.forEach(
                            it -> topics.get(it.topic()).partitionResponses().add(it.answer()));
                    topics.forEach(response.responses()::add);
                    return new ProduceResponse(response);
                });
    }

    private Part append(
            RequestContext context,
            ProduceRequest request,
            int index,
            TopicProduceData named,
            PartitionProduceData partition,
            ProduceResponseData response) {
        PartitionProduceResponse answer = new PartitionProduceResponse()
                .setIndex(partition.index())
                .setBaseOffset(ProduceResponse.INVALID_OFFSET);
        Topic topic = null;
        try {
            topic = cluster.topic(named.name(), named.topicId());
            checkAllowed(context, request, topic);
            PartitionLog log = cluster.led(topic, partition.index(), -1);
            MemoryRecords records = BatchRules.check(context.apiVersion(), partition.records());
            long bytes = records.sizeInBytes();
            Append append = log.append(records);
            Topic known = topic;
            CompletableFuture<Void> done = append.committed()
                    .copy()
                    .orTimeout(Math.max(1, Math.min(request.timeout(), MAX_WAIT_MILLIS)), TimeUnit.MILLISECONDS)
                    .handle((ignored, failure) -> {
                        if (failure == null) {
                            answer.setBaseOffset(append.baseOffset())
                                    .setLogAppendTimeMs(append.appendTime())
                                    .setLogStartOffset(log.startOffset());
                            metrics.appended(known.name().value(), append.endOffset() - append.baseOffset(), bytes);
                        } else {
                            fail(context, answer, known, failure, response);
                        }
                        return null;
                    });
            return new Part(index, answer, done);
        } catch (RuntimeException failure) {
            fail(context, answer, topic, failure, response);
            return new Part(index, answer, CompletableFuture.completedFuture(null));
        }
    }

    private void checkAllowed(RequestContext context, ProduceRequest request, Topic topic) {
        String name = topic.name().value();
        if (!rights.may(context.principal, Right.WRITE, name)) {
            throw new TopicAuthorizationException("writing to " + name + " is not allowed");
        }
        if (name.equals(KafkaClusterView.OFFSETS_TOPIC)) {
            throw new InvalidTopicException(name + " is written by brokers only");
        }
        if (request.acks() < -1 || request.acks() > 1) {
            throw new InvalidRequiredAcksException("acks " + request.acks() + ": must be -1, 0 or 1");
        }
        if (request.transactionalId() != null) {
            throw new InvalidTxnStateException("transactions are not supported");
        }
    }

    private void fail(
            RequestContext context,
            PartitionProduceResponse answer,
            @Nullable Topic topic,
            Throwable failure,
            ProduceResponseData response) {
        Errors error = KafkaErrors.ofLog(failure);
        answer.setErrorCode(error.code());
        answer.setErrorMessage(KafkaErrors.cause(failure).getMessage());
        if (error == Errors.NOT_LEADER_OR_FOLLOWER && topic != null && context.apiVersion() >= WITH_LEADER) {
            KafkaClusterView.Led leader = cluster.leader(topic, answer.index());
            answer.setCurrentLeader(
                    new LeaderIdAndEpoch().setLeaderId(leader.broker()).setLeaderEpoch(leader.epoch()));
            cluster.broker(leader.broker()).ifPresent(node -> {
                synchronized (response) {
                    // Once for all partitions: clients refuse a broker that is told twice.
                    if (response.nodeEndpoints().find(node.id()) == null) {
                        response.nodeEndpoints()
                                .add(new NodeEndpoint()
                                        .setNodeId(node.id())
                                        .setHost(node.host())
                                        .setPort(node.port())
                                        .setRack(node.rack()));
                    }
                }
            });
        }
    }
}
