// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.access.PasswordHash;
import dev.baton.commands.access.User;
import dev.baton.commands.access.UserPermission;
import dev.baton.commands.access.UserPermission.Right;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoginIT {
    private static final List<User> USERS = List.of(
            new User("ann", hash("secret-of-ann"), List.of(UserPermission.everything())),
            new User(
                    "bob",
                    hash("secret-of-bob"),
                    List.of(
                            new UserPermission("orders/", Right.READ),
                            new UserPermission("orders/bob/", Right.WRITE))));

    private final AtomicLong clock = new AtomicLong();
    private final TestServer it = new TestServer(settings -> settings.users(USERS), clock::get).lead(7);

    private static PasswordHash hash(String password) {
        return PasswordHash.of(password, new SecureRandom());
    }

    @AfterEach
    void close() {
        it.close();
    }

    @Test
    void nothingIsDoneForWhoHasNotLoggedIn() {
        try (RawClient client = it.connect()) {
            for (String words : new String[] {"GET a", "SET a b", "PING", "INFO", "SUBSCRIBE c", "NOSUCH", "COMMAND"}) {
                assertThat(client.ask(words)).as(words).startsWith("-NOAUTH");
            }
            assertThat(client.ask("HELLO 3")).startsWith("-NOAUTH");
        }
    }

    @Test
    void theRightPasswordOpensAndWhatWasPipelinedBehindItIsDoneAfterwards() {
        try (RawClient client = it.connect()) {
            client.send(RawClient.command("AUTH ann secret-of-ann"))
                    .send(RawClient.command("INCR n"))
                    .send(RawClient.command("INCR n"));

            assertThat(client.read()).isEqualTo("OK");
            assertThat(client.read()).isEqualTo("(1)");
            assertThat(client.read()).isEqualTo("(2)");
        }
    }

    @Test
    void littleIsReadFromWhoHasNotLoggedIn() {
        try (RawClient client = it.connect()) {
            client.send(RawClient.command("SET", "a", "x".repeat(5000)));
            assertThat(client.read()).startsWith("-ERR Protocol error: an argument of more than 2048 bytes");
            assertThat(client.read()).isEqualTo("closed");
        }
        try (RawClient client = it.connect()) {
            assertThat(client.ask("AUTH ann secret-of-ann")).isEqualTo("OK");
            client.send(RawClient.command("SET", "a", "x".repeat(5000)));
            assertThat(client.read()).isEqualTo("OK");
        }
    }

    @Test
    void helloLogsInToo() {
        try (RawClient client = it.connect()) {
            assertThat(client.ask("HELLO 3 AUTH ann secret-of-ann SETNAME me")).startsWith("{server, baton");
            assertThat(client.ask("CLIENT GETNAME")).isEqualTo("me");
            assertThat(client.ask("GET a")).isEqualTo("nil");
            assertThat(client.ask("RESET")).isEqualTo("RESET");
            assertThat(client.ask("GET a")).startsWith("-NOAUTH");
        }
    }

    @Test
    void rightsGoByPrefix() {
        try (RawClient client = it.connect()) {
            assertThat(client.ask("AUTH bob secret-of-bob")).isEqualTo("OK");

            assertThat(client.ask("GET orders/1")).isEqualTo("nil");
            assertThat(client.ask("SET orders/1 x")).startsWith("-NOPERM");
            assertThat(client.ask("SET orders/bob/1 x")).isEqualTo("OK");
            assertThat(client.ask("GET orders/bob/1")).isEqualTo("x");
            assertThat(client.ask("GET other")).startsWith("-NOPERM");
            assertThat(client.ask("EXISTS orders/1 other")).startsWith("-NOPERM");
            assertThat(client.ask("DEL orders/bob/1 orders/1")).startsWith("-NOPERM");
            assertThat(client.ask("GET orders/bob/1")).isEqualTo("x");
            assertThat(client.ask("SUBSCRIBE news")).startsWith("-NOPERM");
            assertThat(client.ask("PUBLISH orders/news x")).startsWith("-NOPERM");
            assertThat(client.ask("PUBLISH orders/bob/news x")).isEqualTo("(0)");
        }
    }

    @Test
    void wrongPasswordsAreFewPerConnectionAndPerAddress() {
        int refusedUnseen = 0;
        for (int connection = 0; connection < 5; connection++) {
            try (RawClient client = it.connect()) {
                assertThat(client.ask("AUTH ann wrong")).startsWith("-WRONGPASS");
                assertThat(client.ask("AUTH nobody wrong")).startsWith("-WRONGPASS");
                String third = client.ask("AUTH wrong");
                assertThat(third).startsWith("-WRONGPASS");
                refusedUnseen += third.contains("too many") ? 1 : 0;
                assertThat(client.read()).isEqualTo("closed");
            }
        }
        assertThat(refusedUnseen).isPositive();
        try (RawClient client = it.connect()) {
            // Not even the right one, for a while: otherwise guessing would go on behind the limit.
            assertThat(client.ask("AUTH ann secret-of-ann")).startsWith("-WRONGPASS too many");
            clock.addAndGet(Duration.ofSeconds(6).toNanos());
            assertThat(client.ask("AUTH ann secret-of-ann")).isEqualTo("OK");
        }
        assertThat(it.server.stats().failedLogins()).isEqualTo(16);
    }

    @Test
    void whoDoesNotLogInIsDisconnected() {
        Duration day = Duration.ofHours(24);
        try (TestServer strict = new TestServer(settings -> settings.users(USERS)
                        .connections(ConnectionLimits.DEFAULT.withPatience(day, Duration.ofMillis(200), day, day)));
                RawClient client = strict.connect()) {
            assertThat(client.read()).isEqualTo("closed");
        }
    }
}
