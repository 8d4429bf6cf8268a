// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.GroupClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.FileChunkProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto.SnapshotChunkProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stranger who reaches the port of a member can do: be refused, and no more. */
class MemberPortTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private MemberLab lab;
    private String address;

    @BeforeEach
    void start() {
        lab = new MemberLab(folder, 1, settings -> settings).startAll();
        lab.awaitLeader();
        assertThat(lab.add("node1", "before")).isEqualTo("1");
        address = lab.addresses().get(0).authority();
    }

    /** It goes on as if nothing had been. */
    @AfterEach
    void stop() {
        try (MemberLab running = lab) {
            assertThat(running.add("node1", "after")).isEqualTo("2");
            assertThat(running.part("node1").records()).containsExactly("before", "after");
            assertThat(running.faults()).isEmpty();
        }
    }

    @Test
    void whatIsNotGrpcIsCutOff() throws IOException {
        byte[] junk = new byte[100_000];
        new SplittableRandom(1).nextBytes(junk);
        for (byte[] sent : List.of("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII), junk)) {
            try (Socket stranger = new Socket()) {
                stranger.connect(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), lab.addresses().get(0).port()));
                stranger.setSoTimeout((int) PATIENCE.toMillis());
                try {
                    stranger.getOutputStream().write(sent);
                    stranger.getInputStream().readAllBytes();
                } catch (IOException reset) {
                    assertThat(reset).hasMessageNotContaining("timed out");
                }
            }
        }
    }

    @Test
    void questionsThatMakeNoSenseAreTooLargeOrMeantForAnotherGroupAreRefused() {
        UUID cluster = lab.member("node1").cluster().orElseThrow();
        byte[] elsewhere = new MemberRequest(
                        UUID.randomUUID(), MemberRequest.Kind.CALL, RecordsPart.NAME, bytes("add:no"))
                .bytes();
        try (PeerCalls calls = new PeerCalls(Optional.empty())) {
            assertThat(CallAnswer.parse(calls.ask(address, elsewhere, PATIENCE).join())
                            .kind())
                    .isEqualTo(CallAnswer.Kind.REFUSED);
            assertThatThrownBy(() ->
                            calls.ask(address, bytes("nonsense"), PATIENCE).join())
                    .hasMessageContaining("did not answer");
            assertThatThrownBy(() ->
                            calls.status(address, UUID.randomUUID(), PATIENCE).join())
                    .hasMessageContaining("belongs to cluster " + cluster);
            byte[] large = new byte[RatisSettings.MAX_MESSAGE_BYTES + 1];
            assertThatThrownBy(() -> calls.ask(address, large, PATIENCE).join()).hasMessageContaining("too large");
            String entry = "add:" + "x".repeat(RatisSettings.MAX_ENTRY_BYTES + 1);
            for (String tooLarge : List.of(entry, "add:" + "x".repeat(RatisSettings.MAX_MESSAGE_BYTES))) {
                try (GroupClient outside = RemoteGroup.at(List.of(address), Optional.empty())) {
                    for (GroupClient client : List.of(lab.member("node1").client(), outside)) {
                        assertThatThrownBy(() -> RecordsCalls.once(client, tooLarge, PATIENCE))
                                .hasCauseInstanceOf(EntryTooLargeException.class)
                                .hasMessageContaining("bytes");
                    }
                }
            }
        }
    }

    private static byte[] bytes(String text) {
        return RecordsPart.bytes(text);
    }

    @Test
    void aSnapshotIsWrittenNowhereButInItsFolder() {
        assertThat(ForeignMessageFilter.staysInItsFolder(snapshot("id", "sm/snapshot")))
                .isTrue();
        for (String name : List.of("../../evil", "/etc/evil", "sm/../../../evil", "..", "a\0b")) {
            assertThat(ForeignMessageFilter.staysInItsFolder(snapshot("id", name)))
                    .as(name)
                    .isFalse();
            assertThat(ForeignMessageFilter.staysInItsFolder(snapshot(name, "sm/snapshot")))
                    .as(name)
                    .isFalse();
        }

        assertThat(sent(snapshot("id", "../../evil"))).hasMessageContaining("outside of its folder");
    }

    private static SnapshotChunkProto snapshot(String id, String name) {
        return SnapshotChunkProto.newBuilder()
                .setRequestId(id)
                .addFileChunks(FileChunkProto.newBuilder().setFilename(name))
                .build();
    }

    /** How the member refuses it. */
    private Throwable sent(SnapshotChunkProto snapshot) {
        CompletableFuture<InstallSnapshotReplyProto> answer = new CompletableFuture<>();
        ManagedChannel channel =
                NettyChannelBuilder.forTarget(address).usePlaintext().build();
        try {
            StreamObserver<InstallSnapshotRequestProto> request = RaftServerProtocolServiceGrpc.newStub(channel)
                    .installSnapshot(new StreamObserver<>() {
                        @Override
                        public void onNext(InstallSnapshotReplyProto reply) {
                            answer.complete(reply);
                        }

                        @Override
                        public void onError(Throwable problem) {
                            answer.completeExceptionally(problem);
                        }

                        @Override
                        public void onCompleted() {}
                    });
            request.onNext(InstallSnapshotRequestProto.newBuilder()
                    .setServerRequest(RaftRpcRequestProto.newBuilder()
                            .setRequestorId(ByteString.copyFromUtf8("stranger"))
                            .setReplyId(ByteString.copyFromUtf8(
                                    lab.member("node1").members().get(0).id())))
                    .setSnapshotChunk(snapshot)
                    .build());
            return answer.handle((reply, problem) -> problem)
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
        } finally {
            channel.shutdownNow();
        }
    }
}
