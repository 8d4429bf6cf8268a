// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.Topic;
import dev.baton.kafka.KafkaMetrics;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Lists the brokers, and the leader of each partition. Creates topics on demand, where that is
 * configured.
 */
final class MetadataHandler implements ApiHandler<MetadataRequest> {
    /** So many topics are created because of one request. */
    private static final int MAX_CREATED = 50;

    private static final Duration CREATE_WITHIN = Duration.ofSeconds(10);

    private final KafkaClusterView cluster;
    private final Rights rights;
    private final TopicChanges changes;
    private final KafkaMetrics metrics;

    MetadataHandler(KafkaClusterView cluster, Rights rights, TopicChanges changes, KafkaMetrics metrics) {
        this.cluster = cluster;
        this.rights = rights;
        this.changes = changes;
        this.metrics = metrics;
    }

    @Override
    public CompletableFuture<MetadataResponse> handle(RequestContext context, MetadataRequest request) {
        Set<String> missing = new LinkedHashSet<>();
        if (!request.isAllTopics() && request.allowAutoTopicCreation() && changes.autoCreates()) {
            for (MetadataRequestTopic topic : request.data().topics()) {
                String name = topic.name();
                if (name != null
                        && missing.size() < MAX_CREATED
                        && changes.isCreatable(name)
                        && cluster.topic(name).isEmpty()
                        && rights.may(context.principal, Right.ADMIN, name)) {
                    missing.add(name);
                }
            }
        }
        CompletableFuture<Void> created = CompletableFuture.completedFuture(null);
        if (!missing.isEmpty()) {
            created = CompletableFuture.allOf(missing.stream()
                            .map(name -> changes.createDefault(name, CREATE_WITHIN))
                            .toArray(CompletableFuture[]::new))
                    .exceptionally(failure -> {
                        metrics.error(
                                "AutoCreate", KafkaErrors.ofController(failure).name(), 1);
                        return null;
                    });
        }
        return created.thenApply(ignored -> answer(context, request));
    }

    private MetadataResponse answer(RequestContext context, MetadataRequest request) {
        MetadataResponseData data = new MetadataResponseData().setClusterId(cluster.id());
        for (Node node : cluster.brokers()) {
            data.brokers()
                    .add(new MetadataResponseBroker()
                            .setNodeId(node.id())
                            .setHost(node.host())
                            .setPort(node.port())
                            .setRack(node.rack()));
        }
        // Every broker takes what is for the controller, and passes it on.
        data.setControllerId(cluster.selfId());
        topics(context, request).forEach(data.topics()::add);
        return new MetadataResponse(data, context.apiVersion());
    }

    private List<MetadataResponseTopic> topics(RequestContext context, MetadataRequest request) {
        if (request.isAllTopics()) {
            return cluster
                    .read(view -> view.topics().stream()
                            .sorted(Comparator.comparing(Topic::name))
                            .toList())
                    .stream()
                    .filter(it -> rights.maySee(context.principal, it.name().value()))
                    .map(this::topic)
                    .toList();
        }
        List<MetadataResponseTopic> found = new ArrayList<>();
        Set<Object> named = new HashSet<>();
        for (MetadataRequestTopic wanted : request.data().topics()) {
            if (!named.add(wanted.name() == null ? wanted.topicId() : wanted.name())) {
                // It is told once, however often a request names it: it may have thousands of partitions.
                continue;
            }
            boolean byId = wanted.name() == null;
            Optional<Topic> topic = byId ? cluster.topic(wanted.topicId()) : cluster.topic(wanted.name());
            String name = topic.map(it -> it.name().value()).orElse(wanted.name());
            if (name != null && !rights.maySee(context.principal, name)) {
                found.add(
                        byId
                                ? none(null, wanted.topicId(), Errors.UNKNOWN_TOPIC_ID)
                                : none(name, Uuid.ZERO_UUID, Errors.TOPIC_AUTHORIZATION_FAILED));
            } else if (topic.isPresent()) {
                found.add(topic(topic.get()));
            } else if (byId) {
                found.add(none(null, wanted.topicId(), Errors.UNKNOWN_TOPIC_ID));
            } else {
                Errors error =
                        TopicChanges.isName(name) ? Errors.UNKNOWN_TOPIC_OR_PARTITION : Errors.INVALID_TOPIC_EXCEPTION;
                found.add(none(name, Uuid.ZERO_UUID, error));
            }
        }
        return found;
    }

    private static MetadataResponseTopic none(@Nullable String name, Uuid id, Errors error) {
        return new MetadataResponseTopic().setName(name).setTopicId(id).setErrorCode(error.code());
    }

    private MetadataResponseTopic topic(Topic topic) {
        MetadataResponseTopic found = new MetadataResponseTopic()
                .setName(topic.name().value())
                .setTopicId(KafkaClusterView.uuid(topic.id()))
                .setIsInternal(topic.name().value().equals(KafkaClusterView.OFFSETS_TOPIC));
        for (PartitionState it : PartitionState.of(cluster, topic)) {
            found.partitions()
                    .add(new MetadataResponsePartition()
                            .setPartitionIndex(it.partition())
                            .setErrorCode(it.error().code())
                            .setLeaderId(it.leader())
                            .setLeaderEpoch(it.epoch())
                            .setReplicaNodes(it.replicas())
                            .setIsrNodes(it.alive())
                            .setOfflineReplicas(it.offline()));
        }
        return found;
    }
}
