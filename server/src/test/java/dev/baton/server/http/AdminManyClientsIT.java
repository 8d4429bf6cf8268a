// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ListResponses;
import dev.baton.security.ConnectionLimit;
import dev.baton.security.FailureThrottle;
import dev.baton.server.NodeConfig;
import dev.baton.server.view.EventDraft;
import dev.baton.server.view.EventLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers that never finish what they say are cut off, and keep nobody else waiting. */
class AdminManyClientsIT {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String HALF_A_HEAD = "GET /health/live HTTP/1.1\r\nHost: loc";
    private static final String HALF_A_BODY = "POST /read HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{";
    private static final String ANSWERED = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<Socket> sockets = new ArrayList<>();
    private final EventLog log = new EventLog(Clock.systemUTC(), 10);
    private AdminServer server;

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        log.close();
        server.close();
    }

    @Test
    void whoTricklesIsCutOffHoweverBusily() throws IOException {
        start(new ConnectionLimit.Limits(100, 100, SHORT, SHORT));
        for (int i = 0; i < 10; i++) {
            say(HALF_A_HEAD);
            say(HALF_A_BODY);
            say("");
            say(ANSWERED + HALF_A_HEAD);
        }

        eventually("all are cut off", AdminLab.PATIENCE, () -> open() == 0, this::open);
        assertThat(live()).isEqualTo(200);
    }

    @Test
    void whoAsksAtOnceIsAnsweredHoweverManyDawdle() throws IOException {
        start(new ConnectionLimit.Limits(100, 30, LONG, LONG));
        for (int i = 0; i < 130; i++) {
            say(i % 2 == 0 ? HALF_A_HEAD : "");
        }

        assertThat(live()).isEqualTo(200);
        eventually("the longest waiting ones are gone", AdminLab.PATIENCE, () -> open() < 30, this::open);
    }

    @Test
    void aStreamLivesOn() throws IOException {
        start(new ConnectionLimit.Limits(100, 2, SHORT, LONG));
        try (Socket stream = connect("GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            stream.setSoTimeout((int) AdminLab.PATIENCE.toMillis());
            BufferedReader events =
                    new BufferedReader(new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8));
            awaitLine(events, ": baton");
            for (int i = 0; i < 5; i++) {
                say(HALF_A_HEAD);
            }
            eventually("all others are cut off", AdminLab.PATIENCE, () -> open() == 0, this::open);

            log.append(new EventDraft("node_joined", null, "n2", null, null, null, null));

            awaitLine(events, "event: node_joined");
        }
    }

    private void start(ConnectionLimit.Limits limits) {
        AdminSettings settings =
                NodeConfig.parse("admin: {port: 0}\n", Map.of()).admin().orElseThrow();
        Guard guard = new Guard(
                new AllowedHosts(settings),
                AccessControl.of(settings),
                new FailureThrottle(Admin.MAX_BAD_TOKENS, System::nanoTime));
        List<Route> routes = new ArrayList<>(new EventStream(log).routes());
        routes.add(Route.get("/health/live", "", ListResponses.Done.class, call -> new ListResponses.Done())
                .open());
        routes.add(Route.post("/read", "", Map.class, Map.class, (call, body) -> body));
        server = new AdminServer(
                settings, AdminSocket.bind(settings), guard, limits, System::nanoTime, routes, (method, path) -> {});
        server.start();
    }

    private int live() {
        return new RawHttp(server.port()).get("/health/live").status();
    }

    private void say(String text) throws IOException {
        sockets.add(connect(text));
    }

    private Socket connect(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** How many are not cut off; another byte is said on each. */
    private long open() {
        return sockets.stream().filter(AdminManyClientsIT::isOpen).count();
    }

    private static boolean isOpen(Socket socket) {
        try {
            socket.setSoTimeout(1);
            socket.getOutputStream().write('x');
            while (socket.getInputStream().read() >= 0) {
                // What was answered before.
            }
            return false;
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (IOException reset) {
            return false;
        }
    }

    private static void awaitLine(BufferedReader events, String wanted) throws IOException {
        String line = events.readLine();
        while (line != null && !line.equals(wanted)) {
            line = events.readLine();
        }
        assertThat(line).isEqualTo(wanted);
    }
}
