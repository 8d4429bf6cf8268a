// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.commands.resp.ReadLimits;
import dev.baton.commands.slots.SlotLimits;
import dev.baton.spi.Ticker;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Clients that are slow, silent, greedy or many: cut off, with bounded memory, and nobody else suffers. */
class PatienceIT {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(200);

    private static TestServer patient(Duration idle, Duration command, Duration reader) {
        return patient(idle, command, reader, System::nanoTime);
    }

    private static TestServer patient(Duration idle, Duration command, Duration reader, Ticker ticker) {
        return new TestServer(
                        settings -> settings.anonymous()
                                .connections(ConnectionLimits.DEFAULT.withPatience(idle, LONG, command, reader)),
                        ticker)
                .lead(7);
    }

    private static void stillServes(TestServer it) {
        try (RawClient client = it.connect()) {
            assertThat(client.ask("INCR served")).startsWith("(");
        }
    }

    @Test
    void aClientThatDoesNotReadItsRepliesIsCutOff() {
        try (TestServer it = patient(LONG, LONG, SHORT);
                RawClient client = it.connect()) {
            client.send(RawClient.command("SET", "big", "x".repeat(1 << 20)));
            assertThat(client.read()).isEqualTo("OK");

            askUntilCutOff(client, 64);

            it.eventually("it is cut off", stats -> stats.cut() == 1 && stats.clients() == 0);
            stillServes(it);
        }
    }

    private static void askUntilCutOff(RawClient client, int most) {
        byte[] ask = RawClient.command("GET big");
        try {
            for (int i = 0; i < most; i++) {
                client.send(ask);
            }
        } catch (UncheckedIOException cutOff) {
            // Sooner than all was asked: the machine is busy.
        }
    }

    @Test
    void anEndlessPipelineIsNotReadFasterThanItsRepliesAre() {
        try (TestServer it = patient(LONG, LONG, Duration.ofSeconds(2));
                RawClient client = it.connect()) {
            client.send(RawClient.command("SET", "big", "x".repeat(1 << 20)));
            assertThat(client.read()).isEqualTo("OK");
            byte[] one = RawClient.command("GET big");
            byte[] many = new byte[one.length * 4000];
            for (int i = 0; i < 4000; i++) {
                System.arraycopy(one, 0, many, i * one.length, one.length);
            }

            assertThatThrownBy(() -> {
                        while (true) {
                            client.send(many);
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class);

            // Four thousand megabytes were asked for at once; a handful was produced.
            assertThat(it.server.stats().commands()).isLessThan(1000);
            it.eventually("it is cut off", stats -> stats.clients() == 0);
            stillServes(it);
        }
    }

    @Test
    void aListenerThatDoesNotReadIsCutOffAndTheOthersHearEverything() {
        try (TestServer it = new TestServer(settings -> settings.anonymous()
                                .connections(ConnectionLimits.DEFAULT.withOutputBytes(1 << 20, 1 << 28)))
                        .lead(7);
                RawClient deaf = it.connect();
                RawClient keen = it.connect();
                RawClient speaker = it.connect()) {
            deaf.ask("SUBSCRIBE c");
            keen.ask("SUBSCRIBE c");
            String message = "x".repeat(100_000);
            byte[] publish = RawClient.command("PUBLISH", "c", message);
            String heard = "(2)";
            int sent = 0;
            while (heard.equals("(2)") && sent < 1000) {
                heard = speaker.send(publish).read();
                assertThat(keen.read()).isEqualTo("[message, c, " + message + "]");
                sent++;
            }
            assertThat(heard).isEqualTo("(1)");
            it.eventually("the deaf one is gone", stats -> stats.clients() == 2 && stats.cut() == 1);
        }
    }

    @Test
    void whatWaitsForASlowListenerCountsInFull() {
        int most = 8 << 20;
        try (TestServer it = new TestServer(settings ->
                                settings.anonymous().connections(ConnectionLimits.DEFAULT.withOutputBytes(most, most)))
                        .lead(7);
                RawClient first = it.connect();
                RawClient second = it.connect();
                RawClient speaker = it.connect()) {
            first.ask("SUBSCRIBE c");
            second.ask("SUBSCRIBE c");
            byte[] publish = RawClient.command("PUBLISH", "c", "x".repeat(100_000));
            String heard = "(2)";
            int sent = 0;
            while (heard.equals("(2)") && sent < 1000) {
                heard = speaker.send(publish).read();
                sent++;
            }

            // One of them is enough to be cut off: neither has as much waiting as one listener may have.
            assertThat(heard).isEqualTo("(1)");
            it.eventually("one is left", stats -> stats.clients() == 2 && stats.cut() == 1);
        }
    }

    @Test
    void aSilentClientIsDisconnectedAndAListenerIsNot() {
        AtomicLong now = new AtomicLong();
        try (TestServer it = patient(SHORT, LONG, LONG, now::get);
                RawClient silent = it.connect();
                RawClient listener = it.connect()) {
            assertThat(silent.ask("PING")).isEqualTo("PONG");
            listener.ask("SUBSCRIBE c");

            now.addAndGet(SHORT.multipliedBy(2).toNanos());

            assertThat(silent.read()).isEqualTo("closed");
            assertThat(listener.ask("PING")).isEqualTo("[pong, ]");
        }
    }

    @Test
    void aCommandThatNeverEndsIsCutOff() {
        try (TestServer it = patient(LONG, SHORT, LONG);
                RawClient client = it.connect()) {
            assertThat(client.ask("PING")).isEqualTo("PONG");
            client.send("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$100\r\nxxxx");

            assertThat(client.read()).isEqualTo("closed");
            assertThat(it.server.stats().cut()).isEqualTo(1);
        }
    }

    @Test
    void oneClientTooManyIsToldAndTurnedAway() {
        try (TestServer it = new TestServer(
                        settings -> settings.anonymous().connections(ConnectionLimits.DEFAULT.withClients(2)))
                .lead(7)) {
            RawClient first = it.connect();
            assertThat(first.ask("PING")).isEqualTo("PONG");
            try (RawClient second = it.connect();
                    RawClient third = it.connect()) {
                assertThat(second.ask("PING")).isEqualTo("PONG");
                assertThat(third.read()).isEqualTo("-ERR max number of clients reached");
                assertThat(third.read()).isEqualTo("closed");
                first.close();
                it.eventually("one has left", stats -> stats.clients() == 1);
                stillServes(it);
            }
            assertThat(it.server.stats().turnedAway()).isEqualTo(1);
        }
    }

    @Test
    void unfinishedCommandsOfAllClientsTogetherAreBounded() {
        try (TestServer it = new TestServer(settings -> settings.anonymous()
                        .slots(SlotLimits.DEFAULT.withValueBytes(9000))
                        .read(new ReadLimits(16, 9000, 10_000, 10_000)))
                .lead(7)) {
            RawClient[] clients = new RawClient[3];
            Arrays.setAll(clients, i -> it.connect());
            for (RawClient client : clients) {
                client.send("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$9000\r\n" + "x".repeat(8000));
            }
            it.eventually("one is cut off", stats -> stats.clients() == 2 && stats.cut() == 1);
            stillServes(it);
            clients[0].close();
            clients[1].close();
            clients[2].close();
            it.eventually("all have left", stats -> stats.clients() == 0);
            stillServes(it);
        }
    }
}
