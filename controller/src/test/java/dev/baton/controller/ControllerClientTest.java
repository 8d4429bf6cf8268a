// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.raft.group.GroupClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a client makes of a group that does not answer. */
class ControllerClientTest {
    private final ControllerFixture controller = ControllerFixture.withNodes("n1");
    private final Deque<CompletableFuture<byte[]>> unanswered = new ArrayDeque<>();
    private int silent;
    private final ControllerClient client = new ControllerClient(new Group(), () -> controller.now, 7);

    @Test
    void whatIsReadIsAskedForAgainWhenALeadEnds() {
        silent = 2;
        CompletableFuture<Long> version = client.latestVersion(PATIENCE);

        unanswered.remove().completeExceptionally(new OutcomeUnknownException("the lead has ended"));
        assertThat(version).isNotDone();
        unanswered.remove().completeExceptionally(new UnavailableException("no leader was found"));

        assertThat(version.join()).isEqualTo(controller.part.version());
    }

    @Test
    void nothingWasDoneByAReadWithoutAnAnswer() {
        silent = 1;
        CompletableFuture<Long> version = client.latestVersion(PATIENCE);
        controller.pass(PATIENCE.plusSeconds(1));
        unanswered.remove().completeExceptionally(new OutcomeUnknownException("not answered in time"));

        assertThat(ControllerFixture.failure(version)).isInstanceOf(UnavailableException.class);
    }

    /** It would ask for ever, and more deeply nested each time. */
    @Test
    void aGroupThatCannotBeAskedIsNotAskedAgain() {
        GroupClient closed = new GroupClient() {
            @Override
            public CompletableFuture<byte[]> call(String name, byte[] request, Duration within) {
                return CompletableFuture.failedFuture(new UnavailableException("the client is closed"));
            }

            @Override
            public void close() {}
        };

        CompletableFuture<TopicId> created =
                new ControllerClient(closed, () -> controller.now, 8).createTopic("orders", 1, 1, Map.of(), PATIENCE);

        assertThat(ControllerFixture.failure(created))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("closed");
    }

    private final class Group implements GroupClient {
        @Override
        public CompletableFuture<byte[]> call(String name, byte[] request, Duration within) {
            if (silent-- > 0) {
                unanswered.add(new CompletableFuture<>());
                return unanswered.getLast();
            }
            return controller.group.call(name, request, within);
        }

        @Override
        public void close() {}
    }
}
