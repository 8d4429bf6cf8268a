// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.Epoch;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.Topic;
import dev.baton.kafka.GroupLimits;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.kafka.api.TopicChanges;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer groups whose partition of the offsets topic this node leads. The topic is created when the first group asks
 * for its coordinator. What the coordinator is told of leads and topics, it is told by one thread.
 */
public final class Groups implements PartitionListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Groups.class);
    private static final Duration CREATE_WITHIN = Duration.ofSeconds(20);

    private final KafkaClusterView cluster;
    private final TopicChanges changes;
    private final Map<String, String> settings;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread created = new Thread(task, "baton-kafka-groups");
        created.setDaemon(true);
        return created;
    });
    private final AtomicBoolean looking = new AtomicBoolean();
    private final Runnable unwatch;
    /** What this node leads. Belongs to the thread. */
    private final Map<PartitionKey, Epoch> leads = new HashMap<>();

    private TopicImage image = new TopicImage();
    private volatile @Nullable RunningCoordinator running;

    /** @param settings of the group coordinator, by their names in Kafka; they come before the limits */
    public Groups(
            KafkaClusterView cluster,
            ControllerPart controller,
            TopicChanges changes,
            GroupLimits limits,
            Map<String, String> settings) {
        this.cluster = cluster;
        this.changes = changes;
        Map<String, String> all = new HashMap<>(RunningCoordinator.limited(limits));
        all.putAll(settings);
        this.settings = Map.copyOf(all);
        this.unwatch = controller.onChange(this::topicsChanged);
        topicsChanged();
    }

    /** @throws CoordinatorNotAvailableException if there are no groups yet */
    GroupCoordinator coordinator() {
        RunningCoordinator now = running;
        if (now == null) {
            throw new CoordinatorNotAvailableException("there are no groups yet");
        }
        return now.coordinator();
    }

    /** How many offsets are kept on this node. */
    long offsets() {
        RunningCoordinator now = running;
        return now == null ? 0 : now.offsets().getAsLong();
    }

    /** The partition in which a group is kept; creates the topic if there is none. */
    CompletableFuture<Topic> topic() {
        Optional<Topic> topic = cluster.topic(KafkaClusterView.OFFSETS_TOPIC);
        return topic.isPresent()
                ? CompletableFuture.completedFuture(topic.get())
                : changes.createOffsets(CREATE_WITHIN)
                        .handle((ignored, failure) -> cluster.topic(KafkaClusterView.OFFSETS_TOPIC)
                                .orElseThrow(() -> new CoordinatorNotAvailableException("there are no groups yet")));
    }

    private void topicsChanged() {
        if (looking.compareAndSet(false, true)) {
            later(() -> {
                looking.set(false);
                look();
            });
        }
    }

    private void look() {
        Optional<Topic> topic = cluster.topic(KafkaClusterView.OFFSETS_TOPIC);
        RunningCoordinator now = running;
        if (now != null
                && (topic.isEmpty() || !topic.get().id().equals(now.logs().topic()))) {
            LOG.warn("the topic of consumer groups was deleted, and all groups with it");
            running = null;
            now.close();
            now = null;
        }
        if (now == null && topic.isPresent()) {
            image = new TopicImage();
            now = RunningCoordinator.start(cluster, topic.get(), settings, this::readAgain);
            RunningCoordinator started = now;
            cluster.read(view -> {
                image.update(started.coordinator(), view);
                return started;
            });
            running = now;
            leads.forEach((key, epoch) -> elected(started, key, epoch));
        } else if (now != null) {
            RunningCoordinator told = now;
            cluster.read(view -> {
                image.update(told.coordinator(), view);
                return told;
            });
        }
    }

    /** Members find their groups loading for a moment, and go on. */
    private void readAgain(int partition) {
        later(() -> {
            RunningCoordinator now = running;
            if (now == null) {
                return;
            }
            PartitionKey key = new PartitionKey(now.logs().topic(), partition);
            Epoch epoch = leads.get(key);
            if (epoch != null) {
                now.coordinator().onResignation(partition, OptionalInt.empty());
                elected(now, key, epoch);
            }
        });
    }

    private static void elected(RunningCoordinator coordinator, PartitionKey key, Epoch epoch) {
        if (key.topic().equals(coordinator.logs().topic())) {
            coordinator.coordinator().onElection(key.partition(), KafkaClusterView.epochNumber(epoch));
        }
    }

    @Override
    public void leads(PartitionKey key, Epoch epoch) {
        later(() -> {
            leads.put(key, epoch);
            RunningCoordinator now = running;
            if (now != null) {
                elected(now, key, epoch);
            }
        });
    }

    @Override
    public void leadsNoMore(PartitionKey key, Epoch epoch) {
        RunningCoordinator told = running;
        if (told != null && key.topic().equals(told.logs().topic())) {
            told.logs().leadsNoMore(key.partition());
        }
        later(() -> {
            leads.remove(key);
            RunningCoordinator now = running;
            if (now != null && key.topic().equals(now.logs().topic())) {
                now.coordinator().onResignation(key.partition(), OptionalInt.empty());
            }
        });
    }

    @Override
    public void committed(PartitionKey key, long highWatermark) {
        RunningCoordinator now = running;
        if (now != null && key.topic().equals(now.logs().topic())) {
            now.logs().committed(key.partition(), highWatermark);
        }
    }

    private void later(Runnable task) {
        try {
            thread.execute(() -> {
                try {
                    task.run();
                } catch (RuntimeException failed) {
                    LOG.error("could not tell the coordinator of consumer groups of a change", failed);
                }
            });
        } catch (RejectedExecutionException closed) {
            LOG.debug("closed", closed);
        }
    }

    @Override
    public void close() {
        unwatch.run();
        thread.shutdown();
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("the coordinator of consumer groups does not stop");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        RunningCoordinator now = running;
        running = null;
        if (now != null) {
            now.close();
        }
    }
}
