// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.NotLeaderException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Proposals to an engine that makes them wait. */
class DataProposalsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<RaftClientRequest> appended = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<RaftClientReply>> replies = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayAppend = new CountDownLatch(1);
    private final DataProposals proposals = new DataProposals(server(), RaftGroupId.randomId(), "test");

    private RaftServer server() {
        RaftPeerId self = RaftPeerId.valueOf("self");
        Object division = proxy(
                List.of(RaftServer.Division.class, RaftClientAsynchronousProtocol.class),
                arguments -> append((RaftClientRequest) arguments[0]));
        return (RaftServer) proxy(List.of(RaftServer.class), arguments -> arguments == null ? self : division);
    }

    private interface Answer {
        Object to(Object[] arguments) throws Exception;
    }

    private static Object proxy(List<Class<?>> types, Answer answer) {
        return Proxy.newProxyInstance(
                DataProposalsTest.class.getClassLoader(),
                types.toArray(Class<?>[]::new),
                (self, method, arguments) -> answer.to(arguments));
    }

    /** As the engine does, which asks for the proposal of the request before it appends. */
    @SuppressWarnings("FutureReturnValueIgnored") // the proxy returns it
    private Object append(RaftClientRequest request) throws InterruptedException {
        appended.add(request);
        CompletableFuture<RaftClientReply> reply = new CompletableFuture<>();
        replies.add(reply);
        mayAppend.await();
        proposals.made(request).orElseThrow().appending();
        return reply;
    }

    @AfterEach
    void close() {
        mayAppend.countDown();
        proposals.close();
    }

    @Test
    void whatWaitsWhenALeadEndsIsNotAppended() {
        OwnDataLead.Closable lead = proposals.lead(3, which -> {});
        CompletableFuture<Void> first = lead.propose(new byte[1], new byte[1]);
        CompletableFuture<Void> second = lead.propose(new byte[1], new byte[1]);
        eventually("the first one is being appended", PATIENCE, () -> appended.size() == 1, () -> appended);

        lead.close();
        assertThat(proposals.isIdle()).isFalse();
        mayAppend.countDown();

        assertThatThrownBy(() -> second.orTimeout(60, TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(NotLeaderException.class);
        assertThat(appended).hasSize(1);
        assertThat(first).isNotDone();
        replies.get(0).completeExceptionally(new IllegalStateException("lost"));
        eventually("all is decided", PATIENCE, proposals::isIdle, () -> first);
    }
}
