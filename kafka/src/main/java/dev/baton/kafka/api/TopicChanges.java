// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.controller.TopicName;
import dev.baton.kafka.TopicDefaults;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.PolicyViolationException;

/** Has the controller change topics, and waits until this node has applied it, so that its next answer shows it. */
public final class TopicChanges {
    private static final Duration MAX_WAIT = Duration.ofSeconds(60);

    private final ControllerPart controller;
    private final ControllerClient client;
    private final TopicDefaults defaults;
    private final PartitionQuota limit;
    /** Topics that are being created because a client asked for them; many clients ask at once. */
    private final Map<String, CompletableFuture<TopicId>> creating = new HashMap<>();

    public TopicChanges(ControllerPart controller, ControllerClient client, TopicDefaults defaults) {
        this.controller = controller;
        this.client = client;
        this.defaults = defaults;
        this.limit = PartitionQuota.ofHeap(() -> controller.read(
                view -> view.topics().stream().mapToLong(Topic::partitions).sum()));
    }

    boolean autoCreates() {
        return defaults.autoCreate();
    }

    TopicDefaults defaults() {
        return defaults;
    }

    static boolean isName(String name) {
        try {
            TopicName.of(name);
            return true;
        } catch (IllegalArgumentException noName) {
            return false;
        }
    }

    /** Whether clients may create a topic of this name. */
    boolean isCreatable(String name) {
        return isName(name) && !name.equals(KafkaClusterView.OFFSETS_TOPIC);
    }

    /** Creates a topic with the default settings. */
    CompletableFuture<TopicId> createDefault(String name, Duration within) {
        return createOnce(name, () -> create(name, defaults.partitions(), defaults.replicas(), Map.of(), within));
    }

    /** Creates the topic that consumer groups are kept in. */
    public CompletableFuture<TopicId> createOffsets(Duration within) {
        return createOnce(
                KafkaClusterView.OFFSETS_TOPIC,
                () -> createAnyhow(
                        KafkaClusterView.OFFSETS_TOPIC,
                        defaults.offsetsPartitions(),
                        0,
                        Map.of("retention.ms", "-1", "retention.bytes", "-1"),
                        within));
    }

    private CompletableFuture<TopicId> createOnce(String name, Supplier<CompletableFuture<TopicId>> create) {
        CompletableFuture<TopicId> result = new CompletableFuture<>();
        synchronized (creating) {
            CompletableFuture<TopicId> already = creating.putIfAbsent(name, result);
            if (already != null) {
                return already;
            }
        }
        CompletableFuture<?> unused = create.get().whenComplete((id, failure) -> {
            synchronized (creating) {
                creating.remove(name);
            }
            if (failure == null) {
                result.complete(id);
            } else {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    CompletableFuture<TopicId> create(
            String name, int partitions, int replicas, Map<String, String> settings, Duration within) {
        return limited(partitions, () -> createAnyhow(name, partitions, replicas, settings, within));
    }

    private <T> CompletableFuture<T> limited(int further, Supplier<CompletableFuture<T>> change) {
        try {
            limit.take(further);
        } catch (PolicyViolationException full) {
            return CompletableFuture.failedFuture(full);
        }
        CompletableFuture<T> changed;
        try {
            changed = change.get();
        } catch (RuntimeException refused) {
            changed = CompletableFuture.failedFuture(refused);
        }
        return changed.whenComplete((done, failure) -> limit.release(further));
    }

    private CompletableFuture<TopicId> createAnyhow(
            String name, int partitions, int replicas, Map<String, String> settings, Duration within) {
        Duration patience = patience(within);
        return client.createTopic(name, partitions, replicas, settings, patience)
                .thenCompose(id -> applied(patience).thenApply(ignored -> id));
    }

    CompletableFuture<Void> delete(String name, Duration within) {
        Duration patience = patience(within);
        return client.deleteTopic(name, patience).thenCompose(ignored -> applied(patience));
    }

    CompletableFuture<Void> alter(String name, int partitions, Map<String, String> settings, Duration within) {
        Duration patience = patience(within);
        int before = controller.read(
                view -> view.topic(TopicName.of(name)).map(Topic::partitions).orElse(0));
        return limited(
                Math.max(0, partitions - before),
                () -> client.alterTopic(name, partitions, settings, patience)
                        .thenCompose(ignored -> applied(patience)));
    }

    /** Completes once this node has applied everything that was decided before this call. */
    public CompletableFuture<Void> applied(Duration within) {
        return client.latestVersion(within)
                .thenCompose(controller::reached)
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Duration patience(Duration within) {
        return within.compareTo(MAX_WAIT) > 0 || within.isNegative() || within.isZero() ? MAX_WAIT : within;
    }
}
