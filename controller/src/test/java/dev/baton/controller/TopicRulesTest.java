// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static dev.baton.controller.ControllerFixture.refusal;
import static dev.baton.controller.ControllerFixture.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRulesTest {
    private final ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");

    private byte[] stateBytes() {
        FieldWriter out = new FieldWriter();
        controller.state().write(out);
        return out.toBytes();
    }

    private CompletableFuture<TopicId> create(String name, int partitions, int replicas, Map<String, String> config) {
        return controller.client.createTopic(name, partitions, replicas, config, PATIENCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a b", "ä", "x\n", "../../etc/passwd"})
    void aNameThatCannotBeIsRefused(String name) {
        assertThat(refusal(create(name, 1, 1, Map.of()))).hasMessageContaining("is not a name");
        assertThat(controller.state().topics.size()).isZero();
    }

    @Test
    void aNameIsAtMost249CharactersLong() {
        assertThat(refusalOf(create("x".repeat(250), 1, 1, Map.of()))).isEqualTo(Code.INVALID);
        assertThat(create("x".repeat(249), 1, 1, Map.of())).isCompleted();
    }

    @Test
    void whatIsRefusedChangesNothingInTheState() {
        controller.create("orders", 2, 3);
        byte[] before = stateBytes();

        assertThat(refusalOf(create("a/b", 1, 1, Map.of()))).isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("bills", 0, 1, Map.of()))).isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("bills", TopicRules.MAX_PARTITIONS + 1, 1, Map.of())))
                .isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("bills", 1, 8, Map.of()))).isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("bills", 1, 4, Map.of()))).isEqualTo(Code.TOO_FEW_NODES);
        assertThat(refusalOf(create("bills", 1, 1, Map.of("a b", "c")))).isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("orders", 1, 1, Map.of()))).isEqualTo(Code.TOPIC_EXISTS);
        assertThat(refusalOf(controller.client.alterTopic("orders", 1, Map.of(), PATIENCE)))
                .isEqualTo(Code.INVALID);
        assertThat(refusalOf(controller.client.deleteTopic("bills", PATIENCE))).isEqualTo(Code.UNKNOWN_TOPIC);

        assertThat(stateBytes()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, TopicRules.MAX_PARTITIONS + 1, Integer.MAX_VALUE})
    void aNumberOfPartitionsThatCannotBeIsRefused(int partitions) {
        assertThat(refusal(create("orders", partitions, 1, Map.of())))
                .hasMessageContaining("cannot have " + partitions + " partitions: use 1 to");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 8, Integer.MAX_VALUE})
    void aReplicationFactorThatCannotBeIsRefused(int replicas) {
        assertThat(refusal(create("orders", 1, replicas, Map.of())))
                .hasMessageContaining("replication factor " + replicas + ": use 1 to 7");
    }

    @Test
    void moreReplicasThanNodesAreRefusedWithBothNumbers() {
        RequestRejectedException refused = refusal(create("orders", 1, 4, Map.of()));

        assertThat(refused.code()).isEqualTo(Code.TOO_FEW_NODES);
        assertThat(refused).hasMessageContaining("of 3 nodes 3 take replicas");
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThat(refusalOf(create("orders", 1, 1, Map.of("a b", "c")))).isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("orders", 1, 1, Map.of("a", "c\n")))).isEqualTo(Code.INVALID);
        assertThat(refusalOf(create("orders", 1, 1, Map.of("a", "x".repeat(1_001)))))
                .isEqualTo(Code.INVALID);
    }

    @Test
    void aTopicThatIsThereIsNotCreatedAgain() {
        controller.create("orders", 1, 1);

        assertThat(refusalOf(create("orders", 1, 1, Map.of()))).isEqualTo(Code.TOPIC_EXISTS);
    }

    @Test
    void theUsualReplicationFactorIsThreeOrAsManyAsThereAreNodes() {
        controller.create("orders", 1, 0);
        assertThat(controller.topic("orders").replicationFactor()).isEqualTo(3);

        ControllerFixture alone = ControllerFixture.withNodes("n1");
        alone.create("orders", 1, 0);
        assertThat(alone.topic("orders").replicationFactor()).isEqualTo(1);
    }

    @Test
    void aNodeThatIsAwayCountsForTheUsualReplicationFactor() {
        controller.pass(ControllerFixture.SETTINGS.nodeTimeout().plusSeconds(1));
        controller.heartbeat("n1");
        controller.heartbeat("n2");

        assertThat(refusalOf(create("orders", 1, 0, Map.of()))).isEqualTo(Code.TOO_FEW_NODES);

        controller.heartbeat("n3");
        controller.create("orders", 1, 0);
        assertThat(controller.topic("orders").replicationFactor()).isEqualTo(3);
    }

    @Test
    void aMemberThatHasYetToRegisterCountsForTheUsualReplicationFactor() {
        ControllerFixture starting = ControllerFixture.withNodes("n1", "n2");
        starting.group.members = Set.of(NodeId.of("n1"), NodeId.of("n2"), NodeId.of("n3"));

        assertThat(refusalOf(starting.client.createTopic("orders", 1, 0, Map.of(), PATIENCE)))
                .isEqualTo(Code.TOO_FEW_NODES);

        starting.create("bills", 1, 2);
        starting.register("n3", "");
        starting.create("orders", 1, 0);
        assertThat(starting.topic("orders").replicationFactor()).isEqualTo(3);
    }

    @Test
    void aTopicGrowsAndDoesNotShrinkAndItsPartitionsStayWhereTheyAre() {
        controller.create("orders", 4, 3);
        long[] before = controller.topic("orders").groups();

        controller.client.alterTopic("orders", 7, Map.of(), PATIENCE).join();

        assertThat(controller.topic("orders").groups()).startsWith(before).hasSize(7);
        assertThat(refusalOf(controller.client.alterTopic("orders", 6, Map.of(), PATIENCE)))
                .isEqualTo(Code.INVALID);
        controller.state().check();
    }

    @Test
    void settingsAreChangedOneByOne() {
        create("orders", 1, 1, Map.of("a", "1", "b", "2")).join();

        controller
                .client
                .alterTopic("orders", 0, Map.of("b", "", "c", "3"), PATIENCE)
                .join();

        assertThat(controller.topic("orders").config()).isEqualTo(Map.of("a", "1", "c", "3"));
    }

    @Test
    void whatIsNotThereIsNeitherAlteredNorDeleted() {
        assertThat(refusalOf(controller.client.deleteTopic("x", PATIENCE))).isEqualTo(Code.UNKNOWN_TOPIC);
        assertThat(refusalOf(controller.client.alterTopic("x", 1, Map.of(), PATIENCE)))
                .isEqualTo(Code.UNKNOWN_TOPIC);
        assertThat(refusalOf(controller.client.remove(NodeId.of("n9"), PATIENCE)))
                .isEqualTo(Code.UNKNOWN_NODE);
        assertThat(refusalOf(controller.client.drain(NodeId.of("n9"), true, PATIENCE)))
                .isEqualTo(Code.UNKNOWN_NODE);
    }

    @Test
    void replicasAreInDifferentZonesAsFarAsThereAreAny() {
        ControllerFixture zoned = new ControllerFixture();
        List.of("a1", "a2", "b1", "b2", "c1", "c2").forEach(id -> zoned.register(id, id.substring(0, 1)));

        zoned.create("orders", 48, 3);

        for (ReplicaGroup group : zoned.state().groups.values()) {
            assertThat(group.replicas().stream()
                            .map(it -> zoned.state().node(it).zone())
                            .collect(Collectors.toSet()))
                    .hasSize(3);
        }
    }

    @Test
    void replicasAndPreferredLeadersAreEven() {
        ControllerFixture nodes = ControllerFixture.withNodes("n1", "n2", "n3", "n4", "n5");
        for (int i = 0; i < 30; i++) {
            nodes.create("t" + i, 1 + i % 7, 3);
        }

        Map<NodeId, Integer> replicas = new TreeMap<>();
        Map<NodeId, Integer> leads = new HashMap<>();
        int partitions = 0;
        for (ReplicaGroup group : nodes.state().groups.values()) {
            group.replicas().forEach(it -> replicas.merge(it, 1, Integer::sum));
            leads.merge(group.preferredLeader(), group.partitions(), Integer::sum);
            partitions += group.partitions();
        }

        int each = partitions / 5;
        assertThat(replicas.values()).allSatisfy(it -> assertThat(it).isBetween(5, 7));
        assertThat(leads.values()).allSatisfy(it -> assertThat(it).isBetween(each - 2, each + 2));
    }
}
