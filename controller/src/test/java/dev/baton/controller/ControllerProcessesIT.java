// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.raft.member.GroupLab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The controller in processes of its own, whose leader is killed while topics are created: in a few rounds with three
 * processes, and with {@code -Dbaton.long=true} in many with five.
 */
class ControllerProcessesIT {
    private static final boolean LONG = Boolean.getBoolean("baton.long");
    private static final int ROUNDS = LONG ? 40 : 3;
    private static final int PROCESSES = LONG ? 5 : 3;
    private static final int PARTITIONS = 6;
    private static final int REPLICAS = 2;
    private static final Duration WITHIN = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Else the processes would do little but create topics. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** Names and ids of the topics that were acknowledged. */
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    private final AtomicReference<Throwable> wrong = new AtomicReference<>();
    private volatile boolean ended;

    @Test
    void everyAcknowledgedTopicHasAllItsPartitionsThoughTheLeaderIsKilledMeanwhile(@TempDir Path folder)
            throws Exception {
        try (GroupLab lab = new GroupLab(folder, PROCESSES, ControllerProcess.class).startAll()) {
            lab.awaitLeader();
            ControllerClient client = ControllerClient.on(lab.client());
            awaitNodes(client);
            Thread creator = new Thread(() -> create(client), "creator");
            creator.start();
            for (int round = 0; round < ROUNDS; round++) {
                lab.awaitAgreement();
                awaitMore();
                String leader = lab.awaitLeader();
                lab.process(leader).kill();
                awaitMore();
                lab.start(leader);
            }
            ended = true;
            creator.join();
            assertThat(wrong.get()).isNull();

            lab.awaitAgreement();
            lab.awaitEqualHashes();
            assertThat(lab.checkHistory())
                    .as("versions in which leaders were compared")
                    .isGreaterThan(ROUNDS * PROCESSES);
            assertThat(acknowledged.values()).doesNotHaveDuplicates();
            for (int i = 1; i <= PROCESSES; i++) {
                List<String> topics = lab.list("node" + i);
                assertThat(topics).allMatch(topic -> topic.endsWith(":" + PARTITIONS), "is whole");
                acknowledged.forEach((name, id) -> assertThat(topics).contains(name + ":" + id + ":" + PARTITIONS));
            }
        }
    }

    private void awaitNodes(ControllerClient client) {
        eventually(
                "all nodes take replicas",
                PATIENCE,
                () -> {
                    try {
                        return client.read(
                                        view -> view.nodes().stream()
                                                .filter(ClusterNode::takes)
                                                .count(),
                                        WITHIN)
                                .join()
                                .equals((long) PROCESSES);
                    } catch (CompletionException notYet) {
                        return false;
                    }
                },
                () -> PROCESSES);
    }

    private void create(ControllerClient client) {
        for (int i = 0; !ended; i++) {
            try {
                TopicId id = client.createTopic("topic-" + i, PARTITIONS, REPLICAS, Map.of(), WITHIN)
                        .join();
                acknowledged.put("topic-" + i, id.toString());
            } catch (CompletionException failed) {
                boolean isTold = failed.getCause() instanceof OutcomeUnknownException
                        || failed.getCause() instanceof UnavailableException;
                if (!isTold) {
                    wrong.compareAndSet(null, failed);
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void awaitMore() {
        int before = acknowledged.size();
        eventually("more topics are created", PATIENCE, () -> acknowledged.size() > before + 5, acknowledged::size);
    }
}
