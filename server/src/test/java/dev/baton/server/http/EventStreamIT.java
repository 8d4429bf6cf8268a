// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The live events, over a real socket. */
class EventStreamIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private BatonServer server;
    private RawHttp http;

    @BeforeEach
    void start() {
        server = BatonServer.start(
                NodeConfig.parse("elections: [{name: coordinator, rest: 0s}]\nadmin: {port: 0}", Map.of()));
        http = new RawHttp(server.adminPort().orElseThrow());
        eventually(
                "leads, and has told all of it",
                PATIENCE,
                () -> http.get("/api/v1/events").body().contains("leader_changed"),
                () -> http.get("/api/v1/cluster").body());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private long epoch() {
        return http.get("/api/v1/elections/coordinator")
                .json()
                .at("/leader/epoch")
                .asLong();
    }

    private Socket open(String... headers) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.adminPort().orElseThrow());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        socket.getOutputStream()
                .write(("GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static List<String> until(BufferedReader lines, String last) throws IOException {
        List<String> read = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            read.add(line);
            if (line.equals(last)) {
                return read;
            }
        }
        throw new AssertionError("the stream ended before " + last + ": " + read);
    }

    @Test
    void whatHappensIsToldAtOnceAndInOrder() throws IOException {
        try (Socket socket = open()) {
            BufferedReader lines = lines(socket);
            until(lines, ": baton");

            http.post("/api/v1/elections/coordinator/resign", "{\"epoch\":" + epoch() + "}");

            List<String> told = until(lines, "event: became_leader");
            assertThat(told).contains("event: lost_leadership");
            assertThat(told).anyMatch(it -> it.startsWith("data: {\"seq\":") && it.contains("RESIGNED"));
            List<Long> numbers = told.stream()
                    .filter(it -> it.startsWith("id: "))
                    .map(it -> Long.parseLong(it.substring(4)))
                    .toList();
            assertThat(numbers).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void aReaderThatComesBackMissesNothing() throws IOException {
        long first =
                http.get("/api/v1/events?limit=1000").json().at("/events/0/seq").asLong();

        try (Socket socket = open("Last-Event-ID: " + first)) {
            assertThat(until(lines(socket), "event: leader_changed")).contains("id: " + (first + 1));
        }
    }

    @Test
    void aQuietStreamBeats() throws IOException {
        try (Socket socket = open()) {
            assertThat(until(lines(socket), ": still here")).contains(": baton");
        }
    }

    @Test
    void thereAreOnlySoManyStreamsAndTheRestOfTheApiGoesOn() throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < EventStream.MAX_STREAMS; i++) {
                Socket socket = open();
                open.add(socket);
                until(lines(socket), ": baton");
            }

            assertThat(http.get("/api/v1/events/stream").code()).isEqualTo("UNAVAILABLE");
            assertThat(http.get("/health/live").status()).isEqualTo(200);
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void aStreamEndsWhenTheNodeDoes() throws IOException {
        try (Socket socket = open()) {
            BufferedReader lines = lines(socket);
            until(lines, ": baton");

            server.close();

            // To its end, and not to the time limit of the socket.
            while (lines.readLine() != null) {}
        }
    }
}
