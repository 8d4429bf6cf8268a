// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.member.PeerStub.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotResult;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process can do that speaks the protocol of members, and is none or is one no more. */
class StrangePeerTest {
    private static final int FLOOD = 1_000;

    /** One group for all of these: none of them may change it. */
    private static MemberLab lab;

    private static final List<String> RECORDS = new ArrayList<>();

    private String follower;
    private UUID cluster;
    private PeerStub stub;

    @BeforeAll
    static void form(@TempDir Path folder) {
        lab = new MemberLab(folder).startAll();
    }

    @AfterAll
    static void end() {
        lab.close();
    }

    @BeforeEach
    void choose() {
        String leader = lab.awaitLeader();
        follower = lab.running().stream()
                .filter(node -> !node.equals(leader))
                .findFirst()
                .orElseThrow();
        add(leader, "before");
        cluster = lab.member(leader).cluster().orElseThrow();
        MemberAddress address = lab.addresses().stream()
                .filter(it -> it.node().toString().equals(follower))
                .findFirst()
                .orElseThrow();
        stub = new PeerStub(address.authority(), id(leader), id(follower));
    }

    private void add(String through, String when) {
        String text = when + " " + RECORDS.size();
        assertThat(lab.add(through, text)).isEqualTo(Integer.toString(RECORDS.size() + 1));
        RECORDS.add(text);
        lab.awaitRecords(follower, RECORDS);
    }

    private String id(String node) {
        return lab.member(node).members().stream()
                .filter(it -> it.node().toString().equals(node))
                .findFirst()
                .orElseThrow()
                .id();
    }

    /** The member goes on in its group as if nothing had been. */
    @AfterEach
    void stop() {
        try (PeerStub closed = stub) {
            add(follower, "after");
            assertThat(lab.faults()).isEmpty();
            assertThat(lab.member(follower).ended()).isEmpty();
        }
    }

    @Test
    void aFloodOfAnOldTermIsDeniedAndChangesNothing() {
        long old = lab.member(follower).term() - 1;

        List<Reply<AppendEntriesReplyProto>> appends = stub.appends(cluster, old, FLOOD, PeerStub.SMALL);
        List<Reply<InstallSnapshotReplyProto>> snapshots = stub.snapshots(cluster, old, FLOOD);
        List<Reply<RequestVoteReplyProto>> votes = stub.votes(cluster, old, FLOOD);

        assertThat(appends)
                .hasSize(FLOOD)
                .allSatisfy(it -> assertThat(it.answer().getResult()).isEqualTo(AppendResult.NOT_LEADER));
        assertThat(snapshots)
                .hasSize(FLOOD)
                .allSatisfy(it -> assertThat(it.answer().getResult()).isEqualTo(InstallSnapshotResult.NOT_LEADER));
        assertThat(votes)
                .hasSize(FLOOD)
                .allSatisfy(it ->
                        assertThat(it.answer().getServerReply().getSuccess()).isFalse());
    }

    @Test
    void whatIsSentToAnotherGroupIsRefused() {
        UUID foreign = UUID.randomUUID();
        long term = lab.member(follower).term() + 100;

        assertThat(stub.appends(foreign, term, 1, PeerStub.SMALL))
                .allSatisfy(it -> assertThat(it.problem()).hasMessageContaining("not found"));
        assertThat(stub.votes(foreign, term, 1))
                .allSatisfy(it -> assertThat(it.problem()).hasMessageContaining("not found"));
        assertThat(lab.member(follower).term()).isLessThan(term);
        assertThat(groups()).containsExactly(cluster.toString());
    }

    private List<String> groups() {
        try (Stream<Path> all = Files.list(lab.folder(follower).resolve("raft"))) {
            return all.map(it -> it.getFileName().toString()).toList();
        } catch (java.io.IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    @Test
    void anAppendThatIsTooLargeIsCutOff() {
        long term = lab.member(follower).term();

        assertThat(stub.appends(cluster, term, 1, RatisSettings.MAX_MESSAGE_BYTES + 1))
                .allSatisfy(it -> assertThat(Status.fromThrowable(it.problem()).getCode())
                        .isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED));
    }

    /** What comes after it is taken: {@link #stop} looks. */
    @Test
    void anAppendThatCannotBeMadeIsRefused() {
        RaftMember member = lab.member(follower);

        assertThat(stub.appendOfAnOlderTerm(cluster, member.term(), member.committedIndex()))
                .allSatisfy(it -> assertThat(it.problem()).hasMessageContaining("Entry term less than"));
    }

    @Test
    void aSnapshotWithAWrongChecksumIsRefused() {
        long term = lab.member(follower).term();

        assertThat(stub.snapshots(cluster, term, 1))
                .allSatisfy(it -> assertThat(it.problem()).hasMessageContaining("MD5 mismatch"));
    }

    /** Nobody but this process decides what is written, and which groups it is in. */
    @Test
    void theProtocolsOfRatisForClientsAndAdministratorsAreClosed() {
        assertThat(Status.fromThrowable(stub.removeGroup(cluster)).getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(Status.fromThrowable(stub.write(cluster)).getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(groups()).containsExactly(cluster.toString());
    }
}
