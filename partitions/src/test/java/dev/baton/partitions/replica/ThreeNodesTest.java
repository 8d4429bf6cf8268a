// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.controller.TopicId;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.member.MemberAddress;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes in one process, on real disks and ports. */
class ThreeNodesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final List<MemberAddress> all = new ArrayList<>();
    private final Map<String, PartitionsNode> nodes = new TreeMap<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> sequences = new ConcurrentHashMap<>();

    @BeforeEach
    void start() {
        for (int i = 1; i <= 3; i++) {
            all.add(MemberAddress.of("node" + i, "127.0.0.1", FreePorts.take()));
        }
        all.forEach(this::start);
    }

    private void start(MemberAddress self) {
        nodes.put(
                self.node().value(),
                new PartitionsNode(
                        self, folder.resolve(self.node().value()), all, 50, (what, cause) -> faults.add(what)));
    }

    @AfterEach
    void close() {
        nodes.values().forEach(PartitionsNode::close);
        assertThat(faults).isEmpty();
    }

    private TopicId create(String name, int partitions, int replicas, Map<String, String> config) {
        PartitionsNode any = nodes.values().iterator().next();
        eventually(
                "all nodes are registered",
                PATIENCE,
                () -> any.controller.read(view -> view.nodes().size()) == 3,
                () -> any.controller.read(view -> view.nodes().toString()));
        Map<String, String> all = new TreeMap<>(config);
        // Records of tests are as old as can be, and are to stay.
        all.putIfAbsent("retention.ms", "-1");
        return any.client.createTopic(name, partitions, replicas, all, PATIENCE).join();
    }

    private PartitionsNode leader(PartitionKey key) {
        eventually(
                "one leads " + key,
                PATIENCE,
                () -> leading(key).isPresent(),
                () -> nodes.values().stream()
                        .map(it -> it.self + " " + it.member.host().groups() + " "
                                + it.partitions.log(key).flatMap(PartitionLog::ledIn))
                        .toList());
        return leading(key).orElseThrow();
    }

    private Optional<PartitionsNode> leading(PartitionKey key) {
        return nodes.values().stream()
                .filter(it ->
                        it.partitions.log(key).flatMap(PartitionLog::ledIn).isPresent())
                .findFirst();
    }

    private long append(PartitionKey key, String... texts) {
        return append(1, key, texts);
    }

    /** Leads move by themselves: a batch is sent again, under the same number, until it is acknowledged. */
    private long append(long producer, PartitionKey key, String... texts) {
        int sequence = sequences.merge(producer + " " + key, texts.length, Integer::sum) - texts.length;
        AtomicLong offset = new AtomicLong(-1);
        eventually(
                "an append is committed",
                PATIENCE,
                () -> {
                    PartitionLog log = leader(key).partitions.log(key).orElseThrow();
                    return acknowledged(log, Batches.numbered(producer, sequence, texts), offset);
                },
                faults::toString);
        return offset.get();
    }

    private static boolean acknowledged(PartitionLog log, MemoryRecords records, AtomicLong offset) {
        try {
            Append append = log.append(records);
            append.committed().copy().orTimeout(10, TimeUnit.SECONDS).join();
            offset.set(append.baseOffset());
            return true;
        } catch (NotLeaderException | UnavailableException notHere) {
            return false;
        } catch (CompletionException failed) {
            return false;
        }
    }

    @Test
    void whatIsAcknowledgedIsReadOnEveryReplicaAlsoAfterRestarts() throws Exception {
        PartitionKey key = new PartitionKey(create("orders", 2, 3, Map.of()), 1);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            assertThat(append(key, "a" + i, "b" + i)).isEqualTo(2L * i);
            expected.add(2 * i + "=a" + i);
            expected.add(2 * i + 1 + "=b" + i);
        }
        PartitionLog log = leader(key).partitions.log(key).orElseThrow();
        eventually("all is committed", PATIENCE, () -> log.highWatermark() == 240, log::highWatermark);
        assertThat(Batches.read(log, 0, 300)).isEqualTo(expected);
        assertThat(Batches.texts(log.read(7, 1).records())).containsExactly("6=a3", "7=b3");

        for (PartitionsNode node : nodes.values()) {
            PartitionLog replica = node.partitions.log(key).orElseThrow();
            eventually("the replica has all", PATIENCE, () -> replica.highWatermark() == 240, replica::highWatermark);
            assertThat(Batches.read(replica, 0, 1000)).isEqualTo(expected);
        }

        for (MemberAddress each : all) {
            nodes.get(each.node().value()).close();
            start(each);
        }
        PartitionLog again = leader(key).partitions.log(key).orElseThrow();
        assertThat(again.highWatermark()).isEqualTo(240);
        assertThat(Batches.read(again, 0, 1000)).isEqualTo(expected);
        assertThat(append(key, "next")).isEqualTo(240);
        nodes.values().forEach(PartitionsNode::close);
        all.forEach(this::start);
        PartitionLog last = leader(key).partitions.log(key).orElseThrow();
        expected.add("240=next");
        assertThat(Batches.read(last, 0, 1000)).isEqualTo(expected);
    }

    @Test
    void aDrainedNodesReplicaMovesWithAllItsRecords() {
        PartitionKey key = new PartitionKey(create("orders", 1, 2, Map.of("segment.bytes", "2000")), 0);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            expected.add(append(key, "a" + i) + "=a" + i);
        }
        PartitionsNode leader = leader(key);
        PartitionsNode spare = nodes.values().stream()
                .filter(it -> it.partitions.log(key).isEmpty())
                .findFirst()
                .orElseThrow();

        leader.client.drain(leader.self, true, PATIENCE).join();

        eventually(
                "the spare node has it",
                PATIENCE,
                () -> spare.partitions.log(key).map(PartitionLog::highWatermark).orElse(0L) == 130,
                () -> nodes.values().stream()
                        .map(it -> it.self + " " + it.member.host().groups())
                        .toList());
        eventually(
                "the drained node has nothing",
                PATIENCE,
                () -> leader.member.host().groups().isEmpty()
                        && leader.partitions.log(key).isEmpty(),
                () -> leader.member.host().groups());
        expected.add(append(key, "last") + "=last");
        PartitionLog moved = spare.partitions.log(key).orElseThrow();
        eventually("it follows", PATIENCE, () -> moved.highWatermark() == 131, moved::highWatermark);
        assertThat(Batches.read(moved, 0, 500)).isEqualTo(expected);

        // It comes back as a new replica, and does not form the group again.
        leader.client.drain(leader.self, false, PATIENCE).join();
        leader.client.drain(spare.self, true, PATIENCE).join();
        eventually(
                "the first node has it again",
                PATIENCE,
                () -> leader.partitions
                                        .log(key)
                                        .map(PartitionLog::highWatermark)
                                        .orElse(0L)
                                == 131
                        && spare.member.host().groups().isEmpty(),
                () -> nodes.values().stream()
                        .map(it -> it.self + " " + it.member.host().groups())
                        .toList());
        assertThat(Batches.read(leader.partitions.log(key).orElseThrow(), 0, 500))
                .isEqualTo(expected);
    }

    @Test
    void aDeletedTopicsFilesGoAndRecordsBeforeAnOffsetAreForgottenEverywhere() throws Exception {
        PartitionKey key = new PartitionKey(create("orders", 1, 3, Map.of("segment.bytes", "1024")), 0);
        for (int i = 0; i < 60; i++) {
            append(key, "a" + i);
        }
        PartitionLog log = leader(key).partitions.log(key).orElseThrow();
        long before = log.sizeBytes();
        eventually(
                "what is before is forgotten",
                PATIENCE,
                () -> {
                    try {
                        PartitionLog leads = leader(key).partitions.log(key).orElseThrow();
                        return leads.deleteBefore(50)
                                        .orTimeout(10, TimeUnit.SECONDS)
                                        .join()
                                == 50;
                    } catch (CompletionException moved) {
                        return false;
                    }
                },
                log::startOffset);
        for (PartitionsNode node : nodes.values()) {
            PartitionLog replica = node.partitions.log(key).orElseThrow();
            eventually(
                    "it starts later everywhere",
                    PATIENCE,
                    () -> replica.startOffset() == 50 && replica.sizeBytes() < before / 2,
                    replica::startOffset);
        }
        assertThat(Batches.read(log, 50, 1000)).hasSize(10).startsWith("50=a50");

        PartitionsNode any = nodes.values().iterator().next();
        any.client.deleteTopic("orders", PATIENCE).join();
        for (PartitionsNode node : nodes.values()) {
            eventually(
                    "the group is gone with its files",
                    PATIENCE,
                    () -> node.partitions.logs().isEmpty() && segments(node) == 0,
                    () -> node.partitions.logs());
        }
    }

    @Test
    void aLeaderWhoseDiskFailsEndsAndAnotherLeads() throws Exception {
        PartitionKey key = new PartitionKey(create("orders", 1, 3, Map.of()), 0);
        // The lead goes to the preferred leader by itself, and stays there.
        NodeId preferred = leader(key)
                .controller
                .read(view -> view.groups().iterator().next().preferredLeader());
        PartitionsNode failing = nodes.get(preferred.value());
        eventually("the preferred node leads", PATIENCE, () -> leader(key) == failing, () -> leader(key).self);
        // Where its first record would go.
        try (Stream<Path> folders = Files.walk(folder.resolve(failing.self.value()))) {
            Path group = folders.filter(it -> it.endsWith("sm"))
                    .filter(it -> !it.toString()
                            .contains(failing.member.cluster().orElseThrow().toString()))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(group.resolve(key.toString()), "in the way");
        }

        PartitionLog log = failing.partitions.log(key).orElseThrow();
        assertThat(acknowledged(log, Batches.of("lost"), new AtomicLong())).isFalse();
        eventually("it says so", PATIENCE, () -> !faults.isEmpty(), faults::toString);
        eventually("it leads no more", PATIENCE, () -> log.ledIn().isEmpty(), log::ledIn);

        long offset = append(key, "kept");
        assertThat(Batches.read(leader(key).partitions.log(key).orElseThrow(), offset, 1000))
                .contains(offset + "=kept");
        faults.clear();
    }

    private long segments(PartitionsNode node) {
        try (Stream<Path> files = Files.walk(folder.resolve(node.self.value()))) {
            return files.filter(Segment::isOne).count();
        } catch (IOException | UncheckedIOException changing) {
            return -1;
        }
    }

    /** Figures for the docs: how much is committed, with all three nodes in this process. */
    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    void measuresWhatIsCommitted() throws Exception {
        TopicId topic = create("orders", 6, 3, Map.of());
        for (int partition = 0; partition < 6; partition++) {
            leader(new PartitionKey(topic, partition));
        }
        for (int size : new int[] {100, 16_000, 16_000}) {
            String text = "x".repeat(size);
            AtomicLong done = new AtomicLong();
            long start = System.nanoTime();
            List<CompletableFuture<?>> lanes = new ArrayList<>();
            for (int lane = 0; lane < 48; lane++) {
                PartitionKey key = new PartitionKey(topic, lane % 6);
                long producer = lane;
                lanes.add(CompletableFuture.runAsync(
                        () -> {
                            while (System.nanoTime() - start
                                    < Duration.ofSeconds(15).toNanos()) {
                                append(producer, key, text);
                                done.incrementAndGet();
                            }
                        },
                        task -> new Thread(task).start()));
            }
            CompletableFuture.allOf(lanes.toArray(CompletableFuture[]::new)).join();
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%d bytes: %.0f appends/s, %.1f MB/s%n",
                    size, done.get() / seconds, done.get() * (double) size / seconds / 1e6);
        }
    }
}
