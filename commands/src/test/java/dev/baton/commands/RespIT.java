// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.Eventually;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The protocol over real sockets, as good and bad clients speak it. */
class RespIT {
    private final TestServer it = TestServer.leading();

    @AfterEach
    void close() {
        it.close();
    }

    @Test
    void commandsThatArriveByteByByteAreAnswered() {
        try (RawClient client = it.connect()) {
            for (byte b : RawClient.command("SET key value")) {
                client.send(new byte[] {b});
            }
            assertThat(client.read()).isEqualTo("OK");
            for (byte b : RawClient.command("GET key")) {
                client.send(new byte[] {b});
            }
            assertThat(client.read()).isEqualTo("value");
        }
    }

    @Test
    void pipelinedCommandsAreAnsweredInOrderHoweverTheyAreCutUp() {
        try (RawClient client = it.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 5000; i++) {
                all.append(new String(RawClient.command("INCR n"), StandardCharsets.ISO_8859_1));
            }
            byte[] raw = all.toString().getBytes(StandardCharsets.ISO_8859_1);
            for (int at = 0; at < raw.length; at += 1013) {
                client.send(Arrays.copyOfRange(raw, at, Math.min(raw.length, at + 1013)));
            }
            for (int i = 1; i <= 5000; i++) {
                assertThat(client.read()).isEqualTo("(" + i + ")");
            }
        }
    }

    @Test
    void keysAndValuesMayBeAnyBytes() {
        try (RawClient client = it.connect()) {
            String key = "k\r\n\0\u00ff*3";
            client.send(RawClient.command("SET", key, "\u0000\r\n$-1"));
            assertThat(client.read()).isEqualTo("OK");
            client.send(RawClient.command("GET", key));
            assertThat(client.read()).isEqualTo("\u0000\n$-1".replace("\n", "\r\n"));
        }
    }

    @Test
    void aPersonMayTypeCommands() {
        try (RawClient client = it.connect()) {
            assertThat(client.send("PING\r\n").read()).isEqualTo("PONG");
            assertThat(client.send("\r\n  \r\nset a   b\r\n").read()).isEqualTo("OK");
            assertThat(client.send("get a\r\n").read()).isEqualTo("b");
        }
    }

    @Test
    void brokenProtocolIsAnErrorAndTheEnd() {
        String[] broken = {
            "*1\r\n$-5\r\nPING\r\n",
            "*-7\r\n",
            "*99999999\r\n",
            "*2000000000000\r\n",
            "*1\r\n$99999999999999999999\r\nx\r\n",
            "*2\r\n$3\r\nGET\r\n$1073741824\r\n",
            "*2\r\n$3\r\nGET\r\n$2000000\r\n",
            "*1\r\n*1\r\n$4\r\nPING\r\n",
            "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
            "*1\r\n$-1\r\n",
            "*1\r\n:1\r\n",
            "*1\r\n+PING\r\n",
            "*1\r\n$4\r\nPINGxx",
            "$4\r\nPING\r\n",
            ":1\r\n",
            "+OK\r\n",
            "*x\r\n",
            "*1\n",
            "\n\n",
            "*" + "1".repeat(200_000),
            "x".repeat(200_000)
        };
        for (String raw : broken) {
            try (RawClient client = it.connect()) {
                String shown = raw.substring(0, Math.min(40, raw.length()));
                try {
                    client.send(raw);
                } catch (UncheckedIOException cut) {
                    // It did not wait for the rest.
                }
                String reply = client.read();
                assertThat(reply.startsWith("-ERR Protocol error") || reply.equals("closed"))
                        .as("%s gets %s", shown, reply)
                        .isTrue();
                assertThat(reply.equals("closed") ? reply : client.read())
                        .as(shown)
                        .isEqualTo("closed");
            }
        }
        try (RawClient client = it.connect()) {
            assertThat(client.ask("PING")).isEqualTo("PONG");
        }
        assertThat(it.server.stats().keys()).isZero();
        it.eventually("all are gone", stats -> stats.clients() == 0);
        assertThat(it.server.stats().cut()).isEqualTo(broken.length);
    }

    @Test
    void whatStandsBehindABrokenCommandIsNotDone() {
        try (RawClient client = it.connect()) {
            client.send("*1\r\n$-5\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\nb\r\n");
            assertThat(client.read()).startsWith("-ERR Protocol error");
            assertThat(client.read()).isEqualTo("closed");
        }
        assertThat(it.server.stats().keys()).isZero();
    }

    @Test
    void mistakesAreErrorsAndNotTheEnd() {
        try (RawClient client = it.connect()) {
            assertThat(client.ask("NOSUCH thing")).startsWith("-ERR unknown command 'NOSUCH'");
            client.send(RawClient.command("NO\r\n+OK\r\nSUCH"));
            assertThat(client.read()).startsWith("-ERR unknown command 'NO??+OK??SUCH'");
            assertThat(client.ask("GET")).startsWith("-ERR wrong number of arguments");
            assertThat(client.ask("GET a b")).startsWith("-ERR wrong number of arguments");
            assertThat(client.ask("INCRBY a x")).startsWith("-ERR value is not an integer");
            assertThat(client.ask("SELECT 1")).startsWith("-ERR DB index");
            assertThat(client.ask("SELECT 0")).isEqualTo("OK");
            client.send(RawClient.command("SET", "k".repeat(513), "v"));
            assertThat(client.read()).isEqualTo("-ERR key of 513 bytes is longer than 512");
            client.send("*0\r\n*-1\r\n");
            assertThat(client.ask("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void aBrowserIsCutOff() {
        try (RawClient client = it.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\n\r\nSET a b\r\n");
            assertThat(client.read()).isEqualTo("closed");
        }
        try (RawClient client = it.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\nSET a b\r\n");
            Eventually.eventually(
                    "it is cut off", TestServer.PATIENCE, () -> client.read().equals("closed"), () -> "");
        }
        assertThat(it.server.stats().keys()).isZero();
    }

    @Test
    void theThirdVersionIsSpokenToWhomAsks() {
        try (RawClient client = it.connect()) {
            assertThat(client.ask("HELLO 3"))
                    .startsWith("{server, baton, version, 7.0.0, proto, (3), id, ")
                    .contains("role, master")
                    .endsWith("epoch, (7)}");
            assertThat(client.ask("GET nothing")).isEqualTo("nil");
            assertThat(client.ask("LEASE.RENEW l ann 1 1000")).isEqualTo("f");
            client.ask("LEASE.ACQUIRE l ann 100000");
            assertThat(client.ask("LEASE.GET l"))
                    .startsWith("{owner, ann, token, 0000000000000000007-0000000000000000001, ttl-ms, ");
            assertThat(client.ask("SUBSCRIBE c")).isEqualTo(">[subscribe, c, (1)]");
            assertThat(client.ask("PUBLISH c hello")).isEqualTo(">[message, c, hello]");
            assertThat(client.read()).isEqualTo("(1)");
            assertThat(client.ask("HELLO 4")).startsWith("-NOPROTO");
            assertThat(client.ask("HELLO 2")).startsWith("[server, baton");
            assertThat(client.ask("RESET")).isEqualTo("RESET");
            assertThat(client.ask("GET nothing")).isEqualTo("nil");
        }
    }

    @Test
    void messagesReachWhoeverListens() {
        try (RawClient ann = it.connect();
                RawClient bob = it.connect();
                RawClient speaker = it.connect()) {
            assertThat(ann.ask("SUBSCRIBE news sport")).isEqualTo("[subscribe, news, (1)]");
            assertThat(ann.read()).isEqualTo("[subscribe, sport, (2)]");
            assertThat(bob.ask("SUBSCRIBE news")).isEqualTo("[subscribe, news, (1)]");

            assertThat(speaker.ask("PUBLISH news hello")).isEqualTo("(2)");
            assertThat(ann.read()).isEqualTo("[message, news, hello]");
            assertThat(bob.read()).isEqualTo("[message, news, hello]");

            assertThat(ann.ask("UNSUBSCRIBE news")).isEqualTo("[unsubscribe, news, (1)]");
            assertThat(speaker.ask("PUBLISH news again")).isEqualTo("(1)");
            assertThat(bob.read()).isEqualTo("[message, news, again]");
            assertThat(ann.ask("GET a")).startsWith("-ERR only SUBSCRIBE");
            assertThat(ann.ask("PING")).isEqualTo("[pong, ]");
            assertThat(ann.ask("UNSUBSCRIBE")).isEqualTo("[unsubscribe, sport, (0)]");
            assertThat(ann.ask("GET a")).isEqualTo("nil");
        }
    }

    @Test
    void infoTellsTheEpoch() {
        try (RawClient client = it.connect()) {
            client.ask("SET a b");
            assertThat(client.ask("INFO")).contains("role:master", "epoch:7", "keys=1");
            assertThat(client.ask("COMMAND COUNT")).isEqualTo("(" + 31 + ")");
            assertThat(client.ask("COMMAND")).contains("[get, (2), [readonly], (1), (1), (1)]");
            assertThat(client.ask("CLIENT SETNAME me")).isEqualTo("OK");
            assertThat(client.ask("CLIENT GETNAME")).isEqualTo("me");
            assertThat(client.ask("QUIT")).isEqualTo("OK");
            assertThat(client.read()).isEqualTo("closed");
        }
    }
}
