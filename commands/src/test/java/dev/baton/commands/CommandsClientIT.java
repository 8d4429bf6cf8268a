// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.commands.access.PasswordHash;
import dev.baton.commands.access.User;
import dev.baton.commands.access.UserPermission;
import dev.baton.commands.client.ClientSettings;
import dev.baton.commands.client.CommandFailedException;
import dev.baton.commands.client.CommandsClient;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.FencingToken;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommandsClientIT {
    private static final Duration SHORT = Duration.ofMillis(400);

    @Test
    void followsARedirectAndStaysThere() {
        try (TestServer leader = TestServer.leading();
                TestServer follower = TestServer.open();
                CommandsClient client = CommandsClient.of(ClientSettings.of(follower.server.address()))) {
            follower.follow("leader", leader.server.address(), 7);

            client.set("a", "b");
            assertThat(client.get("a")).contains(Bytes.of("b"));
            assertThat(client.get("none")).isEmpty();
            assertThat(client.increment("n")).isEqualTo(1);
            FencingToken token =
                    client.acquireLease("l", "ann", Duration.ofMinutes(1)).orElseThrow();
            assertThat(client.acquireLease("l", "bob", Duration.ofMinutes(1))).isEmpty();
            assertThat(client.renewLease("l", "ann", token, Duration.ofMinutes(1)))
                    .isTrue();
            assertThat(client.releaseLease("l", "ann", token)).isTrue();
            assertThat(client.releaseLease("l", "ann", token)).isFalse();
            assertThat(follower.server.stats().redirected()).isEqualTo(1);
        }
    }

    @Test
    void waitsUntilSomebodyLeads() throws Exception {
        try (TestServer it = TestServer.open();
                CommandsClient client = CommandsClient.of(ClientSettings.of(it.server.address()))) {
            CompletableFuture<Long> counted = CompletableFuture.supplyAsync(() -> client.increment("n"));
            it.eventually("it was refused twice", stats -> stats.redirected() >= 2);

            it.lead(7);

            assertThat(counted.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    @Test
    void goesOnToTheNextSeedIfOneIsGone() {
        try (TestServer gone = TestServer.open();
                TestServer it = TestServer.leading();
                CommandsClient client =
                        CommandsClient.of(ClientSettings.of(gone.server.address(), it.server.address()))) {
            gone.close();

            assertThat(client.increment("n")).isEqualTo(1);
        }
    }

    @Test
    void givesUpInTime() {
        try (TestServer it = TestServer.open();
                CommandsClient client =
                        CommandsClient.of(ClientSettings.of(it.server.address()).withLimits(SHORT, SHORT))) {
            assertThatThrownBy(() -> client.increment("n")).isInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void aRefusalIsNotRepeated() {
        try (TestServer it = TestServer.leading();
                CommandsClient client = CommandsClient.of(ClientSettings.of(it.server.address()))) {
            client.set("a", "text");

            assertThatThrownBy(() -> client.increment("a"))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("not an integer");
            assertThat(it.server.stats().commands()).isEqualTo(2);
        }
    }

    @Test
    void aWriteWhoseReplyIsLostIsNotRepeatedUnlessToldSo() {
        try (TestServer it = TestServer.leading();
                RawClient before = it.connect();
                TcpProxy proxy =
                        new TcpProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), it.server.port()));
                CommandsClient client = CommandsClient.of(
                        ClientSettings.of("127.0.0.1:" + proxy.port()).withLimits(SHORT, Duration.ofSeconds(20)))) {
            assertThat(before.ask("INCR n")).isEqualTo("(1)");
            proxy.set(TcpProxy.Link.DEAF);

            assertThatThrownBy(() -> client.increment("n")).isInstanceOf(OutcomeUnknownException.class);
            Eventually.eventually(
                    "it was done once",
                    TestServer.PATIENCE,
                    () -> it.server.stats().commands() == 2,
                    it.server::stats);

            CompletableFuture<Reply> repeated = CompletableFuture.supplyAsync(() -> client.callEvenTwice("INCR", "n"));
            it.eventually("it was done again", stats -> stats.commands() >= 3);
            proxy.set(TcpProxy.Link.OPEN);
            assertThat(((Reply.Whole) repeated.join()).value()).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void logsInAndSaysWhenItMayNot() {
        User ann = new User("ann", PasswordHash.of("secret", new SecureRandom()), List.of(UserPermission.everything()));
        try (TestServer it = new TestServer(settings -> settings.users(List.of(ann))).lead(7)) {
            ClientSettings settings = ClientSettings.of(it.server.address());
            try (CommandsClient client = CommandsClient.of(settings.withLogin("ann", "secret"))) {
                assertThat(client.increment("n")).isEqualTo(1);
            }
            try (CommandsClient client = CommandsClient.of(settings.withLogin("ann", "wrong"))) {
                assertThatThrownBy(() -> client.increment("n"))
                        .isInstanceOf(CommandFailedException.class)
                        .hasMessageStartingWith("WRONGPASS");
            }
            assertThat(settings.withLogin("ann", "secret").toString()).doesNotContain("secret");
        }
    }
}
