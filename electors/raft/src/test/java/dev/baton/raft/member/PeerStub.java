// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.FileChunkProto;
import org.apache.ratis.proto.RaftProtos.GroupManagementRequestProto;
import org.apache.ratis.proto.RaftProtos.GroupRemoveRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto.SnapshotChunkProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftClientReplyProto;
import org.apache.ratis.proto.RaftProtos.RaftClientRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.proto.RaftProtos.WriteRequestTypeProto;
import org.apache.ratis.proto.grpc.AdminProtocolServiceGrpc;
import org.apache.ratis.proto.grpc.RaftClientProtocolServiceGrpc;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.apache.ratis.util.ProtoUtils;
import org.jspecify.annotations.Nullable;

/** Sends what members send each other, under a member's name, without being one. */
final class PeerStub implements AutoCloseable {
    static final int SMALL = 10;

    private static final long PATIENCE_SECONDS = 60;
    /** Behind all that the group has. */
    private static final long INDEX = 1_000_000;

    private final ManagedChannel channel;
    private final String from;
    private final String to;

    /** What came back: an answer, or how it was refused. */
    record Reply<A>(@Nullable A given, @Nullable Throwable refused) {
        A answer() {
            return Objects.requireNonNull(given, () -> "refused: " + refused);
        }

        Throwable problem() {
            return Objects.requireNonNull(refused, () -> "answered: " + given);
        }
    }

    PeerStub(String authority, String from, String to) {
        this.channel = NettyChannelBuilder.forTarget(authority).usePlaintext().build();
        this.from = from;
        this.to = to;
    }

    List<Reply<AppendEntriesReplyProto>> appends(UUID group, long term, int count, int bytes) {
        return appends(group, term, Optional.empty(), term, 0, count, bytes);
    }

    /** An entry that no leader can have: its term is older than that of the one before it. */
    List<Reply<AppendEntriesReplyProto>> appendOfAnOlderTerm(UUID group, long term, long lastIndex) {
        return appends(group, term, Optional.of(TermIndex.valueOf(term, lastIndex)), term - 1, lastIndex + 1, 1, SMALL);
    }

    private List<Reply<AppendEntriesReplyProto>> appends(
            UUID group, long leaderTerm, Optional<TermIndex> previous, long term, long index, int count, int bytes) {
        LogEntryProto entry = LogEntryProto.newBuilder()
                .setTerm(term)
                .setIndex(index)
                .setStateMachineLogEntry(StateMachineLogEntryProto.newBuilder()
                        .setClientId(ClientId.randomId().toByteString())
                        .setLogData(ByteString.copyFrom(new byte[bytes])))
                .build();
        return streamed(
                RaftServerProtocolServiceGrpc.newStub(channel)::appendEntries,
                call -> {
                    AppendEntriesRequestProto.Builder request = AppendEntriesRequestProto.newBuilder()
                            .setServerRequest(head(group, call))
                            .setLeaderTerm(leaderTerm)
                            .addEntries(entry);
                    previous.ifPresent(it -> request.setPreviousLog(it.toProto()));
                    return request.build();
                },
                count);
    }

    /** Their checksum is wrong. */
    List<Reply<InstallSnapshotReplyProto>> snapshots(UUID group, long term, int count) {
        FileChunkProto file = FileChunkProto.newBuilder()
                .setFilename("sm/snapshot." + term + "_" + INDEX)
                .setTotalSize(SMALL)
                .setFileDigest(ByteString.copyFrom(new byte[16]))
                .setData(ByteString.copyFrom(new byte[SMALL]))
                .setDone(true)
                .build();
        return streamed(
                RaftServerProtocolServiceGrpc.newStub(channel)::installSnapshot,
                call -> InstallSnapshotRequestProto.newBuilder()
                        .setServerRequest(head(group, call))
                        .setLeaderTerm(term)
                        .setSnapshotChunk(SnapshotChunkProto.newBuilder()
                                .setRequestId("flood-" + call)
                                .setTermIndex(TermIndex.valueOf(term, INDEX).toProto())
                                .addFileChunks(file)
                                .setTotalSize(SMALL)
                                .setDone(true))
                        .build(),
                count);
    }

    List<Reply<RequestVoteReplyProto>> votes(UUID group, long term, int count) {
        List<Reply<RequestVoteReplyProto>> replies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Waiting<RequestVoteReplyProto> waiting = new Waiting<>(1);
            RaftServerProtocolServiceGrpc.newStub(channel)
                    .requestVote(
                            RequestVoteRequestProto.newBuilder()
                                    .setServerRequest(head(group, i))
                                    .setCandidateTerm(term)
                                    .setCandidateLastEntry(
                                            TermIndex.valueOf(term, INDEX).toProto())
                                    .build(),
                            waiting);
            replies.addAll(waiting.await());
        }
        return replies;
    }

    /** How a request to take the group from the member, and delete its files, is refused. */
    Throwable removeGroup(UUID group) {
        Waiting<RaftClientReplyProto> waiting = new Waiting<>(1);
        AdminProtocolServiceGrpc.newStub(channel)
                .groupManagement(
                        GroupManagementRequestProto.newBuilder()
                                .setRpcRequest(clientHead(group))
                                .setGroupRemove(GroupRemoveRequestProto.newBuilder()
                                        .setGroupId(ProtoUtils.toRaftGroupIdProtoBuilder(RaftGroupId.valueOf(group)))
                                        .setDeleteDirectory(true))
                                .build(),
                        waiting);
        return waiting.await().get(0).problem();
    }

    /** How a request to write to the log is refused. */
    Throwable write(UUID group) {
        return streamed(
                        RaftClientProtocolServiceGrpc.newStub(channel)::unordered,
                        call -> RaftClientRequestProto.newBuilder()
                                .setRpcRequest(clientHead(group))
                                .setWrite(WriteRequestTypeProto.getDefaultInstance())
                                .build(),
                        1)
                .get(0)
                .problem();
    }

    private RaftRpcRequestProto head(UUID group, long call) {
        return head(ByteString.copyFromUtf8(from), group, call);
    }

    private RaftRpcRequestProto clientHead(UUID group) {
        return head(ClientId.randomId().toByteString(), group, 1);
    }

    private RaftRpcRequestProto head(ByteString requestor, UUID group, long call) {
        return RaftRpcRequestProto.newBuilder()
                .setRequestorId(requestor)
                .setReplyId(ByteString.copyFromUtf8(to))
                .setRaftGroupId(ProtoUtils.toRaftGroupIdProtoBuilder(RaftGroupId.valueOf(group)))
                .setCallId(call)
                .build();
    }

    private static <Q, A> List<Reply<A>> streamed(
            Function<StreamObserver<A>, StreamObserver<Q>> method, LongFunction<Q> request, int count) {
        Waiting<A> waiting = new Waiting<>(count);
        StreamObserver<Q> stream = method.apply(waiting);
        for (int i = 0; i < count; i++) {
            stream.onNext(request.apply(i));
        }
        return waiting.await();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    /** Gathers replies until there are as many as asked for, or none can follow. */
    private static final class Waiting<A> implements StreamObserver<A> {
        private final int count;
        private final List<Reply<A>> replies = new ArrayList<>();
        private final CompletableFuture<List<Reply<A>>> all = new CompletableFuture<>();

        Waiting(int count) {
            this.count = count;
        }

        @Override
        public synchronized void onNext(A answer) {
            replies.add(new Reply<>(answer, null));
            if (replies.size() == count) {
                all.complete(List.copyOf(replies));
            }
        }

        @Override
        public synchronized void onError(Throwable problem) {
            replies.add(new Reply<>(null, problem));
            all.complete(List.copyOf(replies));
        }

        @Override
        public synchronized void onCompleted() {
            all.complete(List.copyOf(replies));
        }

        List<Reply<A>> await() {
            return all.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
