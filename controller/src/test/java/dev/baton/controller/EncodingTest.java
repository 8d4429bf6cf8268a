// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EncodingTest {
    private static final int UNKNOWN_FIELD = 77;
    private static final NodeId ONE = NodeId.of("n1");
    private static final ClusterNode NODE = new ClusterNode(
            ONE,
            ControllerFixture.incarnation("n1"),
            4,
            "east",
            3,
            Endpoints.of("raft", "10.0.0.1:4").with("kafka", "10.0.0.1:9"),
            true,
            true,
            2);
    private static final Topic TOPIC = new Topic(
            new TopicId(new UUID(-5, 7)), TopicName.of("Orders_1"), 3, Map.of("a", "b", "c", "d"), new long[] {3, 3, 9
            });
    private static final ReplicaGroup GROUP = new ReplicaGroup(
            GroupId.of(9),
            List.of(ONE, NodeId.of("n2")),
            List.of("n1@a=h:1"),
            Optional.of(ONE),
            Epoch.of(5),
            true,
            8,
            List.of(NodeId.of("n7")));

    static final List<DecisionOutcome> OUTCOMES = List.of(
            new NodeRegistered(NODE),
            new NodeFenced(ONE, 4, true),
            new NodeDrained(ONE, true, List.of(new PartitionReassigned(GroupId.of(9), List.of(NodeId.of("n3"))))),
            new NodeRemoved(ONE, List.of(new PartitionReassigned(GroupId.of(9), List.of(NodeId.of("n3"))))),
            new NodeReplaced(ONE, 4, List.of(new PartitionReassigned(GroupId.of(9), List.of(NodeId.of("n3"))))),
            new GroupMoved(new PartitionReassigned(GroupId.of(9), List.of(NodeId.of("n3"))), 4, true),
            new MoveSettled(new GroupReplicas(GroupId.of(9), Set.of(ONE, NodeId.of("n3")))),
            new TopicCreated(TOPIC, List.of(GROUP)),
            new TopicDeleted(TOPIC.id(), TOPIC.name()),
            new TopicAltered(TOPIC, List.of(GROUP)),
            new LeaderReported(GroupId.of(9), ONE, Epoch.of(6), true),
            new TopicsRestored(7, 8, List.of(GROUP), List.of(TOPIC.id()), List.of(TOPIC), List.of(TOPIC, TOPIC)));

    @Test
    void everyOutcomeIsReadBackAsItWasWritten() {
        for (DecisionOutcome outcome : OUTCOMES) {
            byte[] bytes = FieldWriter.message(outcome::write);

            assertThat(DecisionOutcome.read(outcome.kind(), new FieldReader(bytes)))
                    .isEqualTo(outcome);
        }
    }

    @Test
    void everyRequestIsReadBackAsItWasWritten() {
        for (Request request : List.of(
                new RegisterNode(NODE),
                new DrainNode(ONE, true),
                new RemoveNode(ONE),
                new CreateTopic("x", -4, 9, Map.of("a", "b")),
                new DeleteTopic("x"),
                new AlterTopic("x", 4, Map.of("a", "")),
                new MovePartition("x", -3, List.of(ONE, NodeId.of("n2"))))) {
            ControllerCall.Change call = new ControllerCall.Change(new RequestId(-1, 2, 3), request);

            assertThat(ControllerCall.read(call.toBytes())).isEqualTo(call);
        }
    }

    @Test
    void aHeartbeatIsReadBackAsItWasWritten() {
        ControllerCall.Heartbeat call = new ControllerCall.Heartbeat(
                ONE,
                ControllerFixture.incarnation("n1"),
                List.of(new LeaderReported(GroupId.of(3), ONE, Epoch.of(8), true)),
                List.of(new GroupReplicas(GroupId.of(3), Set.of(ONE, NodeId.of("n2")))));

        assertThat(ControllerCall.read(call.toBytes())).isEqualTo(call);
    }

    @Test
    void fieldsOfANewerVersionAreSkippedInEveryMessage() {
        for (DecisionOutcome outcome : OUTCOMES) {
            byte[] newer = FieldWriter.message(out -> {
                out.number(UNKNOWN_FIELD, 5);
                outcome.write(out);
                out.nested(UNKNOWN_FIELD + 1, in -> in.text(1, "more"));
            });

            assertThat(DecisionOutcome.read(outcome.kind(), new FieldReader(newer)))
                    .isEqualTo(outcome);
        }
    }

    @Test
    void aNewerSnapshotIsReadWithoutWhatIsNew() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.create("orders", 4, 3);
        byte[] known = controller.part.readApplied(AppliedState::toBytes);
        byte[] more = new FieldWriter()
                .text(UNKNOWN_FIELD, "something that later versions have")
                .toBytes();
        byte[] newer = Arrays.copyOf(known, known.length + more.length);
        System.arraycopy(more, 0, newer, known.length, more.length);

        assertThat(AppliedState.read(newer).toBytes()).isEqualTo(known);
    }

    @Test
    void anOlderSnapshotWithoutALaterFieldIsRead() {
        byte[] old = new FieldWriter().number(1, 1).number(2, 7).toBytes();

        assertThat(AppliedState.read(old).version).isEqualTo(7);
    }

    @Test
    void whatMustBeUnderstoodAndIsNotStopsTheMember() {
        byte[] newer = new FieldWriter().number(1, LogFormatVersion.LATEST + 1).toBytes();
        byte[] unknownOutcome = new FieldWriter()
                .number(1, LogFormatVersion.LATEST)
                .nested(2, in -> in.number(2, 999).nested(3, out -> {}))
                .toBytes();

        assertThatThrownBy(() -> new AppliedState().apply(1, newer)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new AppliedState().apply(1, unknownOutcome)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anEntryThatIsDamagedIsRefusedAndChangesNothing() {
        AppliedState state = new AppliedState();

        List<byte[]> answers = state.apply(5, new byte[] {5, 9, 1}).answers();

        assertThat(RequestAnswer.read(answers.get(0)).code()).isEqualTo(Code.INVALID);
        assertThat(state.version).isZero();
    }

    @Test
    void aRequestThatMakesNoSenseIsRefusedAndNothingElseHappens() {
        ControllerFixture controller = ControllerFixture.withNodes("n1");
        Random chance = new Random(3);
        byte[] valid = new ControllerCall.Change(new RequestId(4, 1, 0), new CreateTopic("x", 1, 1, Map.of("a", "b")))
                .toBytes();
        long before = controller.part.version();
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = valid.clone();
            for (int flips = 0; flips < 3; flips++) {
                bytes[chance.nextInt(bytes.length)] = (byte) chance.nextInt();
            }
            controller
                    .group
                    .side
                    .call(Arrays.copyOf(bytes, chance.nextInt(bytes.length + 1)))
                    .join();
            controller.state().check();
        }
        assertThat(controller.part.version()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void requestsOfANewerVersionAreRefusedAndNotGuessed() {
        assertThatThrownBy(() ->
                        ControllerCall.read(new FieldWriter().number(1, 99).toBytes()))
                .isInstanceOf(MalformedException.class);
    }
}
