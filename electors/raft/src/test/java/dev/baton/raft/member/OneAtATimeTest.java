// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An append is in the middle: its term was looked at, and its entries are not in the log yet. */
@Timeout(120)
class OneAtATimeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OneAtATime interceptor = new OneAtATime(new Turns());
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private Thread append = new Thread();

    @BeforeEach
    void beginToAppend() {
        append = start(() -> call("append", mayEnd).onMessage(appendTo("group")));
        eventually("the append is in the middle", PATIENCE, () -> handled.contains("append begins"), () -> handled);
    }

    @AfterEach
    void end() throws InterruptedException {
        mayEnd.countDown();
        append.join();
    }

    @Test
    void noVoteIsGivenAndNoElectionBegunInTheMiddleOfAnAppend() throws InterruptedException {
        Thread vote = start(() -> unary("vote", vote("group", false)));
        Thread election = start(() -> unary(
                "election",
                StartLeaderElectionRequestProto.newBuilder()
                        .setServerRequest(head("group"))
                        .build()));
        Thread another =
                start(() -> call("another append", new CountDownLatch(0)).onMessage(appendTo("group")));
        for (Thread waiting : List.of(vote, election, another)) {
            eventually("all wait", PATIENCE, () -> waiting.getState() == Thread.State.WAITING, waiting::getState);
        }
        assertThat(handled).containsExactly("append begins");

        mayEnd.countDown();
        vote.join();
        election.join();
        another.join();

        assertThat(handled).startsWith("append begins", "append ends").contains("vote ends", "election ends");
    }

    @Test
    void questionsBeforeAnElectionAndOtherGroupsDoNotWait() {
        unary("question", vote("group", true));
        call("other", new CountDownLatch(0)).onMessage(appendTo("other"));

        assertThat(handled).contains("question ends", "other ends").doesNotContain("append ends");
    }

    /** As gRPC does with a call that has one message. */
    private void unary(String name, Object message) {
        ServerCall.Listener<Object> call = call(name, new CountDownLatch(0));
        call.onMessage(message);
        call.onHalfClose();
    }

    private ServerCall.Listener<Object> call(String name, CountDownLatch end) {
        return interceptor.interceptCall(new NoCall(), new Metadata(), (call, headers) -> new ServerCall.Listener<>() {
            @Override
            public void onMessage(Object message) {
                handled.add(name + " begins");
                try {
                    end.await();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
                handled.add(name + " ends");
            }
        });
    }

    private static RaftRpcRequestProto head(String group) {
        return RaftRpcRequestProto.newBuilder()
                .setRaftGroupId(RaftGroupIdProto.newBuilder().setId(ByteString.copyFromUtf8(group)))
                .build();
    }

    private static AppendEntriesRequestProto appendTo(String group) {
        return AppendEntriesRequestProto.newBuilder()
                .setServerRequest(head(group))
                .build();
    }

    private static RequestVoteRequestProto vote(String group, boolean onlyAsked) {
        return RequestVoteRequestProto.newBuilder()
                .setServerRequest(head(group))
                .setPreVote(onlyAsked)
                .build();
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Nobody answers it. */
    private static final class NoCall extends ServerCall<Object, Object> {
        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(Object message) {}

        @Override
        public void close(Status status, Metadata trailers) {}

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public MethodDescriptor<Object, Object> getMethodDescriptor() {
            return (MethodDescriptor) RaftServerProtocolServiceGrpc.getAppendEntriesMethod();
        }
    }
}
