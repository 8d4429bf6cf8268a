// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.controller.Topic;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.kafka.api.KafkaErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopics;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseGroup;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponsePartitions;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseTopics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.OffsetCommitRequest;
import org.apache.kafka.common.requests.OffsetCommitResponse;
import org.apache.kafka.common.requests.OffsetDeleteRequest;
import org.apache.kafka.common.requests.OffsetDeleteResponse;
import org.apache.kafka.common.requests.OffsetFetchRequest;
import org.apache.kafka.common.requests.OffsetFetchResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.utils.BufferSupplier;

/**
 * Commits, fetches and deletes the offsets of groups. What a request says of topics that are not there, or not for its
 * user, is answered here; the rest is the group coordinator's.
 */
final class GroupOffsets {
    private final KafkaClusterView cluster;
    private final Groups groups;
    private final Rights rights;

    GroupOffsets(KafkaClusterView cluster, Groups groups, Rights rights) {
        this.cluster = cluster;
        this.groups = groups;
        this.rights = rights;
    }

    CompletableFuture<OffsetCommitResponse> commit(RequestContext context, OffsetCommitRequest request) {
        boolean byId = OffsetCommitResponse.useTopicIds(context.apiVersion());
        OffsetCommitResponse.Builder answer = OffsetCommitResponse.newBuilder(byId);
        List<OffsetCommitRequestTopic> allowed = new ArrayList<>();
        for (OffsetCommitRequestTopic topic : request.data().topics()) {
            Optional<Topic> known = byId ? cluster.topic(topic.topicId()) : cluster.topic(topic.name());
            known.filter(it -> byId).ifPresent(it -> topic.setName(it.name().value()));
            Errors error = refusal(context, known, byId, topic.name());
            if (error != Errors.NONE) {
                answer.addPartitions(
                        topic.topicId(), topic.name(), topic.partitions(), it -> it.partitionIndex(), error);
                continue;
            }
            OffsetCommitRequestTopic there =
                    new OffsetCommitRequestTopic().setName(topic.name()).setTopicId(topic.topicId());
            topic.partitions().forEach(it -> {
                if (it.partitionIndex() >= 0
                        && it.partitionIndex() < known.map(Topic::partitions).orElse(0)) {
                    there.partitions().add(it.duplicate());
                } else {
                    answer.addPartition(
                            topic.topicId(), topic.name(), it.partitionIndex(), Errors.UNKNOWN_TOPIC_OR_PARTITION);
                }
            });
            if (!there.partitions().isEmpty()) {
                allowed.add(there);
            }
        }
        if (allowed.isEmpty()) {
            return CompletableFuture.completedFuture(answer.build());
        }
        OffsetCommitRequestData data = request.data().duplicate().setTopics(allowed);
        return groups.coordinator()
                .commitOffsets(context, data, BufferSupplier.NO_CACHING)
                .thenApply(done -> answer.merge(done).build());
    }

    private Errors refusal(RequestContext context, Optional<Topic> known, boolean byId, String name) {
        if (known.isEmpty()) {
            return byId ? Errors.UNKNOWN_TOPIC_ID : Errors.UNKNOWN_TOPIC_OR_PARTITION;
        }
        return rights.may(context.principal, Right.READ, name) ? Errors.NONE : Errors.TOPIC_AUTHORIZATION_FAILED;
    }

    CompletableFuture<OffsetFetchResponse> fetch(RequestContext context, OffsetFetchRequest request) {
        List<CompletableFuture<OffsetFetchResponseGroup>> all = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (OffsetFetchRequestGroup group : request.groups()) {
            if (!named.add(group.groupId())) {
                // All its offsets are told once, however often a request names it.
                continue;
            }
            if (!rights.mayUseGroup(context.principal, group.groupId())) {
                all.add(CompletableFuture.completedFuture(OffsetFetchResponse.groupError(
                        group, Errors.GROUP_AUTHORIZATION_FAILED, context.apiVersion())));
                continue;
            }
            CompletableFuture<OffsetFetchResponseGroup> fetched;
            try {
                fetched = fetch(context, group, request.requireStable());
            } catch (RuntimeException failure) {
                fetched = CompletableFuture.failedFuture(failure);
            }
            all.add(fetched.exceptionally(failure ->
                    OffsetFetchResponse.groupError(group, KafkaErrors.ofLog(failure), context.apiVersion())));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(ignored -> new OffsetFetchResponse.Builder(
                                all.stream().map(CompletableFuture::join).toList())
                        .build(context.apiVersion()));
    }

    private CompletableFuture<OffsetFetchResponseGroup> fetch(
            RequestContext context, OffsetFetchRequestGroup group, boolean stable) {
        boolean byId = OffsetFetchRequest.useTopicIds(context.apiVersion());
        if (group.topics() == null) {
            return groups.coordinator().fetchOffsets(context, group, stable).thenApply(found -> {
                // That of a group that is not known is a list which cannot be changed.
                found.setTopics(new ArrayList<>(found.topics()));
                found.topics().removeIf(it -> !rights.may(context.principal, Right.READ, it.name()));
                if (byId) {
                    found.topics().removeIf(it -> cluster.topic(it.name()).isEmpty());
                    found.topics()
                            .forEach(it -> cluster.topic(it.name())
                                    .ifPresent(topic -> it.setTopicId(KafkaClusterView.uuid(topic.id()))));
                }
                return found;
            });
        }
        Map<String, Uuid> ids = new HashMap<>();
        List<OffsetFetchRequestTopics> allowed = new ArrayList<>();
        List<OffsetFetchResponseTopics> refused = new ArrayList<>();
        for (OffsetFetchRequestTopics topic : group.topics()) {
            Optional<Topic> known = byId ? cluster.topic(topic.topicId()) : cluster.topic(topic.name());
            String name = known.map(it -> it.name().value()).orElse(topic.name());
            // The offsets of a topic that was deleted may still be asked for by its name.
            Errors error = known.isEmpty() && !byId ? Errors.NONE : refusal(context, known, byId, name);
            if (error == Errors.NONE && !rights.may(context.principal, Right.READ, name)) {
                error = Errors.TOPIC_AUTHORIZATION_FAILED;
            }
            if (error == Errors.NONE) {
                ids.put(name, topic.topicId());
                allowed.add(topic.duplicate().setName(name));
            } else {
                refused.add(refused(topic, error));
            }
        }
        return groups.coordinator()
                .fetchOffsets(context, group.duplicate().setTopics(allowed), stable)
                .thenApply(found -> {
                    if (found.errorCode() == Errors.NONE.code()) {
                        List<OffsetFetchResponseTopics> topics = new ArrayList<>(found.topics());
                        topics.forEach(it -> it.setTopicId(ids.getOrDefault(it.name(), Uuid.ZERO_UUID)));
                        topics.addAll(refused);
                        found.setTopics(topics);
                    }
                    return found;
                });
    }

    private static OffsetFetchResponseTopics refused(OffsetFetchRequestTopics topic, Errors error) {
        return new OffsetFetchResponseTopics()
                .setName(topic.name())
                .setTopicId(topic.topicId())
                .setPartitions(topic.partitionIndexes().stream()
                        .map(partition -> new OffsetFetchResponsePartitions()
                                .setPartitionIndex(partition)
                                .setErrorCode(error.code())
                                .setCommittedOffset(OffsetFetchResponse.INVALID_OFFSET)
                                .setMetadata(OffsetFetchResponse.NO_METADATA)
                                .setCommittedLeaderEpoch(RecordBatch.NO_PARTITION_LEADER_EPOCH))
                        .toList());
    }

    CompletableFuture<OffsetDeleteResponse> delete(RequestContext context, OffsetDeleteRequest request) {
        boolean allowed =
                request.data().topics().stream().allMatch(it -> rights.may(context.principal, Right.READ, it.name()));
        if (!allowed) {
            return CompletableFuture.completedFuture(
                    (OffsetDeleteResponse) request.getErrorResponse(0, Errors.GROUP_AUTHORIZATION_FAILED.exception()));
        }
        return groups.coordinator()
                .deleteOffsets(context, request.data(), BufferSupplier.NO_CACHING)
                .thenApply(OffsetDeleteResponse::new);
    }
}
