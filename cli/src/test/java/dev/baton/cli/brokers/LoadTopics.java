// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What holds of topics at the end: all brokers answer the same, replicas are distinct, and an id is never used again. */
final class LoadTopics {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final LoadClients clients;
    private final Admin admin;
    private final List<String> brokers;

    LoadTopics(LoadClients clients, Admin admin, List<String> brokers) {
        this.clients = clients;
        this.admin = admin;
        this.brokers = brokers;
    }

    List<String> problems() throws InterruptedException {
        List<String> problems = new ArrayList<>();
        problems.addAll(replicas());
        problems.addAll(recreated());
        problems.addAll(differences());
        return problems;
    }

    private List<String> replicas() throws InterruptedException {
        List<String> problems = new ArrayList<>();
        List<TopicPartitionInfo> partitions = attempt(() -> admin.describeTopics(List.of(LoadClients.TOPIC))
                .allTopicNames()
                .get()
                .get(LoadClients.TOPIC)
                .partitions());
        for (TopicPartitionInfo partition : partitions) {
            List<Integer> replicas = partition.replicas().stream().map(Node::id).toList();
            if (replicas.size() != LoadClients.REPLICAS || new HashSet<>(replicas).size() != replicas.size()) {
                problems.add("partition " + partition.partition() + " has the replicas " + replicas);
            }
        }
        return problems;
    }

    private List<String> recreated() throws InterruptedException {
        List<Uuid> ids = new ArrayList<>();
        for (int time = 0; time < 2; time++) {
            ids.add(attempt(this::create));
            if (time == 0) {
                attempt(this::delete);
            }
        }
        return ids.get(0).equals(ids.get(1)) ? List.of("a topic was made again with the id " + ids) : List.of();
    }

    private Uuid create() throws InterruptedException, ExecutionException {
        try {
            return admin.createTopics(List.of(new NewTopic("again", 2, (short) LoadClients.REPLICAS)))
                    .topicId("again")
                    .get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof TopicExistsException) {
                // By an attempt that was not answered.
                return admin.describeTopics(List.of("again"))
                        .allTopicNames()
                        .get()
                        .get("again")
                        .topicId();
            }
            throw failure;
        }
    }

    private Uuid delete() throws InterruptedException, ExecutionException {
        try {
            admin.deleteTopics(List.of("again")).all().get();
        } catch (ExecutionException failure) {
            if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw failure;
            }
        }
        return Uuid.ZERO_UUID;
    }

    /** They hear of changes one after the other. */
    private List<String> differences() throws InterruptedException {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        Map<String, List<String>> answers = new TreeMap<>();
        do {
            answers.clear();
            for (String broker : brokers) {
                answers.put(broker, attempt(() -> BrokerAnswers.topics(broker, clients.settings(broker))));
            }
            if (new HashSet<>(answers.values()).size() == 1) {
                return List.of();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        } while (System.nanoTime() - limit < 0);
        return List.of("brokers answer differently: " + answers);
    }

    private interface Attempt<T> {
        T get() throws InterruptedException, ExecutionException, IOException;
    }

    /** Until it is answered: the last fault may be a moment ago. */
    private static <T> T attempt(Attempt<T> what) throws InterruptedException {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return what.get();
            } catch (ExecutionException | IOException notNow) {
                if (System.nanoTime() - limit > 0) {
                    throw new IllegalStateException(notNow);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
