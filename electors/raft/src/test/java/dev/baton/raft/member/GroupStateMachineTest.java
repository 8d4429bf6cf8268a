// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupStateMachineTest {
    private final RecordsPart part = new RecordsPart();
    private final List<String> events = new ArrayList<>();
    private final Proposals proposals = new Proposals("test");
    private final GroupStateMachine machine =
            new GroupStateMachine(Map.of(RecordsPart.NAME, part), proposals, new Events(), index -> {});

    @AfterEach
    void close() {
        proposals.close();
    }

    private ApplyResult apply(long index, long term, byte[] entry) {
        LogEntryProto logged = LogEntryProto.newBuilder()
                .setIndex(index)
                .setTerm(term)
                .setStateMachineLogEntry(StateMachineLogEntryProto.newBuilder().setLogData(ByteString.copyFrom(entry)))
                .build();
        Message result = machine.applyTransaction(TransactionContext.newBuilder()
                        .setStateMachine(machine)
                        .setServerRole(RaftPeerRole.FOLLOWER)
                        .setLogEntry(logged)
                        .build())
                .join();
        return ApplyResult.parse(result.getContent().toByteArray());
    }

    private static byte[] entry(long decidedIn, String name, String text) {
        return new LogEntry(decidedIn, name, RecordsPart.bytes(text)).bytes();
    }

    @Test
    void anEntryCountsOnlyInTheTermInWhichItWasDecided() {
        assertThat(apply(1, 3, entry(3, RecordsPart.NAME, "in time")).inItsTerm())
                .isTrue();
        assertThat(apply(2, 5, entry(3, RecordsPart.NAME, "late")).inItsTerm()).isFalse();

        assertThat(part.records()).containsExactly("in time");
        assertThat(machine.hash().index()).isEqualTo(2);
    }

    @Test
    void anEntryOfAPartThatIsMissingHereOrOfALaterVersionEndsTheMember() {
        assertThatThrownBy(() -> apply(1, 3, entry(3, "other", "x"))).hasMessageContaining("no part other");
        byte[] later = entry(3, RecordsPart.NAME, "x");
        later[0] = 2;
        assertThatThrownBy(() -> apply(1, 3, later)).hasMessageContaining("version 2");

        assertThat(events).containsExactly("broke", "broke");
        assertThat(part.records()).isEmpty();
    }

    @Test
    void nobodyElseWritesToTheLog() {
        RaftClientRequest foreign = RaftClientRequest.newBuilder()
                .setClientId(ClientId.randomId())
                .setServerId(RaftPeerId.valueOf("a"))
                .setGroupId(RaftGroupId.randomId())
                .setCallId(1)
                .setMessage(Message.valueOf("x"))
                .setType(RaftClientRequest.writeRequestType())
                .build();

        assertThatThrownBy(() -> machine.startTransaction(foreign))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("leader alone");
    }

    private final class Events implements GroupStateMachine.Events {
        @Override
        public void leads(long term) {
            events.add("leads");
        }

        @Override
        public void leadsNoMore() {
            events.add("leads no more");
        }

        @Override
        public void broke(String what, Throwable cause) {
            events.add("broke");
        }

        @Override
        public void logFailed(Throwable cause) {
            events.add("log failed");
        }
    }
}
