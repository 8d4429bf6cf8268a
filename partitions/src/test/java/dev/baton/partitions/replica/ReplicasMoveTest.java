// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.controller.ReplicaGroup;
import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas that move since a node is lost, or an operator says so: four nodes in one process, on real disks and ports. */
class ReplicasMoveTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SOON = Duration.ofSeconds(4);
    private static final long PRODUCER = 7;

    @TempDir
    private Path folder;

    private final List<MemberAddress> all = new ArrayList<>();
    private final Map<String, PartitionsNode> nodes = new TreeMap<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private int appended;

    private void start(Duration replaceLostAfter, long snapshotEvery, long copyRate) {
        for (int i = 1; i <= 4; i++) {
            all.add(MemberAddress.of("node" + i, "127.0.0.1", FreePorts.take()));
        }
        for (MemberAddress each : all) {
            String name = each.node().value();
            MemberSettings settings = each.equals(all.get(3))
                    ? MemberSettings.joining(
                            each,
                            folder.resolve(name),
                            List.of("127.0.0.1:" + all.get(0).port()))
                    : MemberSettings.bootstrap(each, folder.resolve(name), all.subList(0, 3));
            nodes.put(
                    name,
                    new PartitionsNode(
                            settings.withSnapshotEvery(snapshotEvery).withCopyRate(copyRate),
                            replaceLostAfter,
                            (what, cause) -> faults.add(what + ": " + cause)));
        }
        eventually(
                "all nodes are registered",
                PATIENCE,
                () -> any().controller.read(view -> view.nodes().size()) == 4,
                () -> any().controller.read(view -> view.nodes().toString()));
    }

    @AfterEach
    void close() {
        nodes.values().forEach(PartitionsNode::close);
        assertThat(faults).isEmpty();
    }

    private PartitionsNode any() {
        return nodes.values().iterator().next();
    }

    private PartitionKey create() {
        TopicId topic = any().client
                .createTopic("orders", 1, 3, Map.of("retention.ms", "-1"), PATIENCE)
                .join();
        return new PartitionKey(topic, 0);
    }

    private Optional<PartitionsNode> leader(PartitionKey key) {
        return nodes.values().stream()
                .filter(it ->
                        it.partitions.log(key).flatMap(PartitionLog::ledIn).isPresent())
                .findFirst();
    }

    /** Leads move by themselves: a batch is sent again, under the same number, until it is acknowledged. */
    private void append(PartitionKey key, String text) {
        int sequence = appended++;
        eventually(
                "record " + sequence + " is committed",
                PATIENCE,
                () -> leader(key).isPresent()
                        && acknowledged(leader(key).orElseThrow().partitions.log(key), sequence, text),
                this::states);
    }

    private static boolean acknowledged(Optional<PartitionLog> log, int sequence, String text) {
        try {
            return log.isPresent()
                    && log.get()
                            .append(Batches.numbered(PRODUCER, sequence, text))
                            .committed()
                            .copy()
                            .orTimeout(10, TimeUnit.SECONDS)
                            .handle((done, problem) -> problem == null)
                            .join();
        } catch (NotLeaderException | UnavailableException | CompletionException notHere) {
            return false;
        }
    }

    private ReplicaGroup group() {
        return any().controller.read(view -> view.groups().iterator().next());
    }

    private List<String> states() {
        return nodes.values().stream()
                .map(it -> it.self + " " + it.member.host().groups() + " "
                        + it.controller.read(view -> view.groups().toString()))
                .toList();
    }

    private void awaitSettled(PartitionKey key, List<NodeId> replicas) {
        eventually(
                "the group is on " + replicas,
                PATIENCE,
                () -> group().replicas().equals(replicas)
                        && !group().isMoving()
                        && replicas.stream()
                                .allMatch(it -> nodes.get(it.value())
                                        .partitions
                                        .log(key)
                                        .map(log -> log.highWatermark() == appended)
                                        .orElse(false)),
                this::states);
    }

    @Test
    void theReplicaOfALostNodeIsCopiedToAnotherOne() {
        start(SOON, 50, MemberSettings.DEFAULT_COPY_BYTES_PER_SECOND);
        PartitionKey key = create();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            append(key, "a" + i);
            expected.add(i + "=a" + i);
        }
        List<NodeId> before = group().replicas();
        NodeId lost = before.get(0);
        NodeId spare = all.stream()
                .map(MemberAddress::node)
                .filter(it -> !before.contains(it))
                .findFirst()
                .orElseThrow();

        nodes.remove(lost.value()).close();

        eventually("it is replaced", PATIENCE, () -> !group().replicas().contains(lost), this::states);
        List<NodeId> after = group().replicas();
        assertThat(after).contains(before.get(1), before.get(2), spare).hasSize(3);
        awaitSettled(key, after);
        assertThat(Batches.read(nodes.get(spare.value()).partitions.log(key).orElseThrow(), 0, 500))
                .isEqualTo(expected);
    }

    @Test
    void aMoveByCommandCopiesNoFasterThanItMay() {
        long rate = MemberSettings.MIN_COPY_BYTES_PER_SECOND;
        start(Duration.ZERO, 5, rate);
        PartitionKey key = create();
        String large = "x".repeat(900_000);
        for (int i = 0; i < 40; i++) {
            append(key, large);
        }
        List<NodeId> before = group().replicas();
        List<NodeId> to = new ArrayList<>(before.subList(0, 2));
        all.stream().map(MemberAddress::node).filter(it -> !before.contains(it)).forEach(to::add);
        // The group may be between two leaders for a moment.
        long[] begun = {0};
        eventually(
                "the move has begun",
                PATIENCE,
                () -> {
                    begun[0] = System.nanoTime();
                    return any().client
                            .movePartition("orders", 0, to, PATIENCE)
                            .handle((done, problem) -> problem == null)
                            .join();
                },
                this::states);

        awaitSettled(key, to);

        Duration took = Duration.ofNanos(System.nanoTime() - begun[0]);
        // What the log still has is caught up by the log, and is not slowed down: at most the last three snapshots.
        long slowed = 25L * large.length();
        assertThat(took).isGreaterThan(Duration.ofMillis(slowed * 1000 / rate));
        eventually(
                "who was replaced has nothing",
                PATIENCE,
                () -> nodes.get(before.get(2).value()).member.host().groups().isEmpty(),
                this::states);
    }
}
