// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.controller.work.GroupWorkStore;
import dev.baton.controller.work.WorkStatePart;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import dev.baton.raft.member.StateHash;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.work.TaskList;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller on three real members of a group, in one process. */
class ControllerMembersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Long enough that no node is fenced because the machine is busy. */
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final List<MemberAddress> all = new ArrayList<>();
    private final Map<String, Running> running = new TreeMap<>();
    private long clients;

    private record Running(RaftMember member, ControllerPart controller, WorkStatePart work, ControllerNode node) {}

    @AfterEach
    void stopAll() {
        List.copyOf(running.keySet()).forEach(this::stop);
    }

    private void startAll() {
        for (int i = 1; i <= 3; i++) {
            all.add(MemberAddress.of("n" + i, "127.0.0.1", FreePorts.take()));
        }
        all.forEach(it -> start(it.node().value()));
    }

    private void start(String id) {
        MemberAddress self = all.stream()
                .filter(it -> it.node().value().equals(id))
                .findFirst()
                .orElseThrow();
        ControllerPart controller = new ControllerPart(
                new ControllerSettings(NODE_TIMEOUT, Duration.ofSeconds(1), 2), System::nanoTime, UUID::randomUUID);
        WorkStatePart work = new WorkStatePart();
        RaftMember member = RaftMember.start(
                MemberSettings.bootstrap(self, folder.resolve(id), all).withSnapshotEvery(50),
                List.of(controller, work),
                (what, cause) -> {});
        ControllerNode node = new ControllerNode(
                client(member),
                ClusterNode.of(NodeId.of(id), new Incarnation(System.nanoTime() | 1)),
                PartitionGroups.NONE,
                Duration.ofMillis(500));
        node.start();
        running.put(id, new Running(member, controller, work, node));
    }

    private void stop(String id) {
        Running stopped = running.remove(id);
        stopped.node().close();
        stopped.member().close();
    }

    private ControllerClient client(RaftMember member) {
        return new ControllerClient(member.client(), System::nanoTime, ++clients);
    }

    private String leader() {
        AtomicReference<String> leader = new AtomicReference<>("");
        eventually(
                "one leads",
                PATIENCE,
                () -> {
                    running.forEach((id, node) ->
                            leader.updateAndGet(it -> node.member().leads() ? id : it));
                    return !leader.get().isEmpty();
                },
                running::keySet);
        return leader.get();
    }

    private void awaitNodes(int count) {
        eventually(
                count + " nodes take replicas",
                PATIENCE,
                () -> running.values().stream()
                        .allMatch(it -> it.controller()
                                        .read(view -> view.nodes().stream()
                                                .filter(ClusterNode::takes)
                                                .count())
                                == count),
                () -> running.values().stream()
                        .map(it -> it.controller().read(view -> List.copyOf(view.nodes())))
                        .toList());
    }

    private void awaitSameState() {
        eventually(
                "all members are equal",
                PATIENCE,
                () -> {
                    List<StateHash> hashes = running.values().stream()
                            .map(it -> it.member().stateHash())
                            .toList();
                    return hashes.stream().distinct().count() == 1;
                },
                () -> running.values().stream()
                        .map(it -> it.member().stateHash())
                        .toList());
    }

    @Test
    void topicsOutliveTheirLeadersAndAllMembersComeToTheSame() {
        startAll();
        awaitNodes(3);
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            String leader = leader();
            String other = running.keySet().stream()
                    .filter(it -> !it.equals(leader))
                    .findFirst()
                    .orElseThrow();
            ControllerClient client = client(running.get(other).member());
            for (int i = 0; i < 40; i++) {
                String name = "topic-" + round + "-" + i;
                if (i == 20) {
                    stop(leader);
                }
                try {
                    client.createTopic(name, 5, 2, Map.of(), PATIENCE).join();
                    acknowledged.add(name);
                } catch (CompletionException failed) {
                    assertThat(failed.getCause())
                            .isInstanceOfAny(OutcomeUnknownException.class, UnavailableException.class);
                }
            }
            start(leader);
            awaitNodes(3);
        }

        awaitSameState();
        assertThat(acknowledged).hasSizeGreaterThan(100);
        running.values()
                .forEach(it -> it.controller().readApplied(applied -> {
                    applied.state.check();
                    acknowledged.forEach(name -> assertThat(
                                    applied.state.topic(TopicName.of(name)).partitions())
                            .isEqualTo(5));
                    return 0;
                }));
    }

    @Test
    void whatIsReadAfterTheLatestVersionIsReachedHasAllThatWasDone() {
        startAll();
        awaitNodes(3);
        ControllerClient writer = client(running.get("n1").member());
        for (int i = 0; i < 20; i++) {
            writer.createTopic("t" + i, 1, 1, Map.of(), PATIENCE).join();
            Running reader = running.get("n" + (1 + i % 3));
            long version = client(reader.member()).latestVersion(PATIENCE).join();
            reader.controller().reached(version).join();

            assertThat(reader.controller().<Boolean>read(view -> view.topics().size() >= 1))
                    .isTrue();
            int topics = reader.controller().read(view -> view.topics().size());
            assertThat(topics).isEqualTo(i + 1);
        }
        int remote = client(running.get("n3").member())
                .read(view -> view.topics().size(), PATIENCE)
                .join();
        assertThat(remote).isEqualTo(20);
    }

    @Test
    void workIsStoredOnTheGroupToo() {
        startAll();
        leader();
        Running one = running.get("n1");
        Running two = running.get("n2");
        GroupWorkStore first = new GroupWorkStore(one.member().client(), one.work(), PATIENCE);
        GroupWorkStore second = new GroupWorkStore(two.member().client(), two.work(), PATIENCE);

        first.define(TaskList.of("mails", 8));

        assertThat(first.definitions().lists()).hasSize(1);
        eventually("told", PATIENCE, () -> second.definitions().lists().size() == 1, second::definitions);
    }
}
