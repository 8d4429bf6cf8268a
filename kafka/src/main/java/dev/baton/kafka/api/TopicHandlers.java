// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.Topic;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidReplicaAssignmentException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData;
import org.apache.kafka.common.message.CreatePartitionsResponseData.CreatePartitionsTopicResult;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicConfigs;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.message.DeleteTopicsRequestData.DeleteTopicState;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DeleteTopicsResponseData.DeletableTopicResult;
import org.apache.kafka.common.requests.CreatePartitionsRequest;
import org.apache.kafka.common.requests.CreatePartitionsResponse;
import org.apache.kafka.common.requests.CreateTopicsRequest;
import org.apache.kafka.common.requests.CreateTopicsResponse;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.DeleteTopicsResponse;
import org.apache.kafka.common.requests.RequestContext;

/** Creates, extends and deletes topics. Each topic of a request succeeds or fails for itself. */
final class TopicHandlers {
    /** What the protocol sends for "as usual". */
    private static final int BROKER_DEFAULT = -1;

    private static final int MAX_PARTITIONS = 100_000;
    private static final int MAX_REPLICAS = 7;

    private final KafkaClusterView cluster;
    private final Rights rights;
    private final TopicChanges changes;

    TopicHandlers(KafkaClusterView cluster, Rights rights, TopicChanges changes) {
        this.cluster = cluster;
        this.rights = rights;
        this.changes = changes;
    }

    CompletableFuture<CreateTopicsResponse> create(RequestContext context, CreateTopicsRequest request) {
        Duration within = Duration.ofMillis(request.data().timeoutMs());
        List<CompletableFuture<CreatableTopicResult>> results = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (CreatableTopic wanted : request.data().topics()) {
            if (names.add(wanted.name())) {
                results.add(created(context, wanted, request.data().validateOnly(), within));
            }
        }
        return all(results).thenApply(done -> {
            CreateTopicsResponseData data = new CreateTopicsResponseData();
            done.forEach(data.topics()::add);
            return new CreateTopicsResponse(data);
        });
    }

    private CompletableFuture<CreatableTopicResult> created(
            RequestContext context, CreatableTopic wanted, boolean validateOnly, Duration within) {
        int partitions =
                wanted.numPartitions() == BROKER_DEFAULT ? changes.defaults().partitions() : wanted.numPartitions();
        int replicas = wanted.replicationFactor() == BROKER_DEFAULT
                ? changes.defaults().replicas()
                : wanted.replicationFactor();
        Map<String, String> settings = new TreeMap<>();
        wanted.configs().forEach(it -> settings.put(it.name(), it.value()));
        CompletableFuture<Uuid> id;
        try {
            check(context, wanted, partitions, replicas, settings);
            id = validateOnly
                    ? CompletableFuture.completedFuture(Uuid.ZERO_UUID)
                    : changes.create(wanted.name(), partitions, replicas, settings, within)
                            .thenApply(KafkaClusterView::uuid);
        } catch (ApiException refused) {
            id = CompletableFuture.failedFuture(refused);
        }
        return id.handle((topic, failure) -> {
            CreatableTopicResult result = new CreatableTopicResult().setName(wanted.name());
            if (failure != null) {
                return result.setErrorCode(KafkaErrors.ofController(failure).code())
                        .setErrorMessage(KafkaErrors.message(failure));
            }
            int given =
                    cluster.topic(wanted.name()).map(Topic::replicationFactor).orElse(replicas);
            TopicSettings.effective(settings)
                    .forEach((name, value) -> result.configs()
                            .add(new CreatableTopicConfigs()
                                    .setName(name)
                                    .setValue(value)
                                    .setConfigSource(ConfigHandlers.source(settings.containsKey(name)))));
            return result.setTopicId(topic).setNumPartitions(partitions).setReplicationFactor((short) given);
        });
    }

    private void check(
            RequestContext context, CreatableTopic wanted, int partitions, int replicas, Map<String, String> settings) {
        String name = wanted.name();
        requireAdmin(context, name);
        if (!changes.isCreatable(name)) {
            throw new InvalidTopicException("this is not a valid topic name");
        }
        if (!wanted.assignments().isEmpty()) {
            throw new InvalidReplicaAssignmentException("replicas are placed by the controller");
        }
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new InvalidPartitionsException(partitions + " partitions: use 1 to " + MAX_PARTITIONS);
        }
        if (replicas < 0 || replicas > MAX_REPLICAS || wanted.replicationFactor() == 0) {
            throw new InvalidReplicationFactorException(replicas + " replicas: use 1 to " + MAX_REPLICAS);
        }
        TopicSettings.check(settings);
        if (cluster.topic(name).isPresent()) {
            throw new TopicExistsException("topic " + name + " already exists");
        }
        String flat = name.replace('.', '_');
        cluster.read(view -> view.topics().stream()
                        .map(it -> it.name().value())
                        .filter(other -> other.replace('.', '_').equals(flat))
                        .findFirst())
                .ifPresent(other -> {
                    throw new InvalidTopicException(
                            "topic " + name + " and topic " + other + " would have the same names of metrics");
                });
    }

    private void requireAdmin(RequestContext context, String name) {
        if (!rights.may(context.principal, Right.ADMIN, name)) {
            throw new TopicAuthorizationException("changing this topic is not allowed");
        }
    }

    CompletableFuture<CreatePartitionsResponse> extend(RequestContext context, CreatePartitionsRequest request) {
        Duration within = Duration.ofMillis(request.data().timeoutMs());
        List<CompletableFuture<CreatePartitionsTopicResult>> results = new ArrayList<>();
        for (CreatePartitionsTopic wanted : request.data().topics()) {
            CompletableFuture<Void> done;
            try {
                checkExtension(context, wanted);
                done = request.data().validateOnly()
                        ? CompletableFuture.completedFuture(null)
                        : changes.alter(wanted.name(), wanted.count(), Map.of(), within);
            } catch (ApiException refused) {
                done = CompletableFuture.failedFuture(refused);
            }
            results.add(done.handle((ignored, failure) -> {
                CreatePartitionsTopicResult result = new CreatePartitionsTopicResult().setName(wanted.name());
                return failure == null
                        ? result
                        : result.setErrorCode(KafkaErrors.ofController(failure).code())
                                .setErrorMessage(KafkaErrors.message(failure));
            }));
        }
        return all(results)
                .thenApply(done -> new CreatePartitionsResponse(new CreatePartitionsResponseData().setResults(done)));
    }

    private void checkExtension(RequestContext context, CreatePartitionsTopic wanted) {
        requireAdmin(context, wanted.name());
        Topic topic = cluster.topic(wanted.name(), Uuid.ZERO_UUID);
        if (wanted.name().equals(KafkaClusterView.OFFSETS_TOPIC)) {
            throw new InvalidRequestException("groups would be looked for in the wrong partition of " + wanted.name());
        }
        if (wanted.assignments() != null && !wanted.assignments().isEmpty()) {
            throw new InvalidReplicaAssignmentException("replicas are placed by the controller");
        }
        if (wanted.count() <= topic.partitions() || wanted.count() > MAX_PARTITIONS) {
            throw new InvalidPartitionsException("topic " + wanted.name() + " has " + topic.partitions()
                    + " partitions already; use more, and at most " + MAX_PARTITIONS);
        }
    }

    CompletableFuture<DeleteTopicsResponse> delete(RequestContext context, DeleteTopicsRequest request) {
        Duration within = Duration.ofMillis(request.data().timeoutMs());
        List<CompletableFuture<DeletableTopicResult>> results = new ArrayList<>();
        for (DeleteTopicState wanted : request.topics()) {
            boolean byId = wanted.name() == null;
            DeletableTopicResult result =
                    new DeletableTopicResult().setName(wanted.name()).setTopicId(wanted.topicId());
            CompletableFuture<Void> done;
            try {
                Topic topic = cluster.topic(byId ? "" : wanted.name(), byId ? wanted.topicId() : Uuid.ZERO_UUID);
                String name = topic.name().value();
                requireAdmin(context, name);
                if (name.equals(KafkaClusterView.OFFSETS_TOPIC)) {
                    throw new InvalidRequestException("consumer groups are kept in " + name);
                }
                result.setName(name).setTopicId(KafkaClusterView.uuid(topic.id()));
                done = changes.delete(name, within);
            } catch (ApiException refused) {
                done = CompletableFuture.failedFuture(refused);
            }
            results.add(done.handle((ignored, failure) -> failure == null
                    ? result
                    : result.setErrorCode(KafkaErrors.ofController(failure).code())
                            .setErrorMessage(KafkaErrors.message(failure))));
        }
        return all(results).thenApply(done -> {
            DeleteTopicsResponseData data = new DeleteTopicsResponseData();
            done.forEach(data.responses()::add);
            return new DeleteTopicsResponse(data);
        });
    }

    static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> each) {
        return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
                .thenApply(ignored -> each.stream().map(CompletableFuture::join).toList());
    }
}
