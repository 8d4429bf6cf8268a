// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import dev.baton.internal.runtime.ThreadLanes;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody tries password after password, on many connections, from the address of a node. */
@Timeout(60)
class GuessingIT {
    private static final int GUESSERS = 100;
    /** One is looked at at once, and then one every 200 ms; who would wait for more than 5 s is sent away. */
    private static final int MAX_WAITERS = 40;

    @TempDir
    Path folder;

    private static void send(Socket to, String headers) throws IOException {
        to.getOutputStream()
                .write(("GET /heartbeat HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private static int status(Socket from) throws IOException {
        byte[] line = from.getInputStream().readNBytes("HTTP/1.1 200".length());
        return Integer.parseInt(new String(line, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length()));
    }

    private static long answered(List<Socket> guessers) {
        return guessers.stream()
                .filter(guesser -> {
                    try {
                        InputStream in = guesser.getInputStream();
                        return in.available() > 0;
                    } catch (IOException closed) {
                        return true;
                    }
                })
                .count();
    }

    @Test
    void moreConnectionsDoNotMakeMoreGuessesAndNodesAreNotHeldUp() throws IOException {
        try (ThreadLanes lanes = new ThreadLanes("guessing", 1, FaultHandler.halting());
                BullyElector node = LocalCluster.start(
                        "node1",
                        BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve("node1"))
                                .form()
                                .settings(LocalCluster.SETTINGS),
                        lanes);
                Socket proven = new Socket(
                        InetAddress.getLoopbackAddress(), node.address().port())) {
            send(proven, RawHttp.KNOWN);
            assertThat(status(proven)).isEqualTo(200);
            List<Socket> guessers = new ArrayList<>();
            try {
                for (int i = 0; i < GUESSERS; i++) {
                    Socket guesser = new Socket(
                            InetAddress.getLoopbackAddress(), node.address().port());
                    guessers.add(guesser);
                    send(guesser, RawHttp.basic("cluster_user", "guess-" + i));
                }
                eventually(
                        "most are sent away unheard",
                        Duration.ofSeconds(20),
                        () -> answered(guessers) >= GUESSERS - MAX_WAITERS,
                        () -> answered(guessers));

                // What the first answer left is read to its end first, so that the next line is the next answer's.
                proven.getInputStream().skipNBytes(proven.getInputStream().available());
                send(proven, RawHttp.KNOWN);
                assertThat(status(proven))
                        .as("a connection that is proven goes on")
                        .isEqualTo(200);

                int last = status(guessers.get(GUESSERS - 1));
                assertThat(last).as("not even looked at").isEqualTo(429);
            } finally {
                for (Socket guesser : guessers) {
                    guesser.close();
                }
            }
        }
    }
}
