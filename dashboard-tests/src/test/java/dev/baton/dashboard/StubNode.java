// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A node that serves the real page and says whatever a {@link Scene} holds: also what a real one would never say, as names
 * that are markup, or tens of thousands of candidates.
 */
final class StubNode implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "js", "text/javascript", "css", "text/css", "svg", "image/svg+xml");
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    record Request(String method, String path, String body) {}

    private record Answer(int status, Object body) {}

    private final Scene scene;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<OutputStream> streams = new CopyOnWriteArrayList<>();
    private final List<Request> operations = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile Map<String, String> roles = Map.of();
    private volatile Answer operationAnswer = new Answer(200, Map.of("outcome", "resigned"));

    StubNode(Scene scene) {
        this.scene = scene;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** From now on a token is needed; each has its role. */
    void requireTokens(Map<String, String> roleOfToken) {
        roles = Map.copyOf(roleOfToken);
    }

    void answerOperationsWith(int status, Object body) {
        operationAnswer = new Answer(status, body);
    }

    /** What was asked to be done. */
    List<Request> operations() {
        return List.copyOf(operations);
    }

    /** How often someone came without a good token. */
    int refused() {
        return refused.get();
    }

    /** Something happened: it is in the list of events, and those that follow the stream are told. */
    void emit(Map<String, Object> event) {
        synchronized (scene) {
            event.put("seq", scene.events.size() + 1);
            event.put("at", Scene.millis(Instant.now()));
            scene.events.add(event);
            streams.forEach(stream -> write(stream, message(event)));
        }
    }

    private static byte[] message(Map<String, Object> event) {
        return ("id: " + event.get("seq") + "\nevent: " + event.get("type") + "\ndata: " + text(event) + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The connections of those who follow the stream break. */
    void cutStreams() {
        List<OutputStream> cut = List.copyOf(streams);
        streams.removeAll(cut);
        for (OutputStream stream : cut) {
            try {
                stream.close();
            } catch (IOException alreadyGone) {
                // Cut is cut.
            }
        }
    }

    private void write(OutputStream stream, byte[] message) {
        try {
            stream.write(message);
            stream.flush();
        } catch (IOException gone) {
            streams.remove(stream);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        if (!path.startsWith("/api/")) {
            serve(exchange, path);
            return;
        }
        Optional<String> role = role(exchange);
        if (role.isEmpty()) {
            refused.incrementAndGet();
            answer(exchange, new Answer(401, error("UNAUTHENTICATED", "a token is needed")));
        } else if (exchange.getRequestMethod().equals("POST")) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            operations.add(new Request("POST", path, new String(body, StandardCharsets.UTF_8)));
            answer(exchange, operationAnswer);
        } else if (path.equals("/api/v1/events/stream")) {
            follow(exchange);
        } else {
            answer(exchange, read(path, String.valueOf(exchange.getRequestURI().getQuery()), role.get()));
        }
    }

    private Optional<String> role(HttpExchange exchange) {
        if (roles.isEmpty()) {
            return Optional.of("operate");
        }
        String header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        return Optional.ofNullable(roles.get(header.replaceFirst("^Bearer ", "")));
    }

    static Map<String, Object> error(String code, String message) {
        return Map.of("error", Map.of("code", code, "message", message));
    }

    private Answer read(String path, String query, String role) {
        synchronized (scene) {
            if (scene.answers.containsKey(path)) {
                return new Answer(200, scene.answers.get(path).apply(query));
            }
            return switch (path) {
                case "/api/v1/whoami" ->
                    new Answer(200, Scene.json("role", role, "node", scene.answeredBy, "version", "0.1.0"));
                case "/api/v1/cluster" ->
                    new Answer(
                            200,
                            Scene.json(
                                    "cluster",
                                    scene.cluster,
                                    "answeredBy",
                                    scene.answeredBy,
                                    "at",
                                    Scene.millis(Instant.now()),
                                    "nodes",
                                    scene.nodes,
                                    "elections",
                                    scene.elections,
                                    "unreachable",
                                    scene.unreachable));
                case "/api/v1/duties" -> new Answer(200, Scene.json("duties", scene.duties));
                case "/api/v1/events" ->
                    new Answer(200, Scene.json("events", scene.events, "last", scene.events.size()));
                default -> leaderships(path);
            };
        }
    }

    private Answer leaderships(String path) {
        String name = path.replaceFirst("^/api/v1/elections/", "").replaceFirst("/leaderships$", "");
        List<Map<String, Object>> known = scene.leaderships.get(URLDecoder.decode(name, StandardCharsets.UTF_8));
        return known == null
                ? new Answer(404, error("NOT_FOUND", "no such election"))
                : new Answer(200, Scene.json("leaderships", known));
    }

    private void follow(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream stream = exchange.getResponseBody();
        write(stream, ":\n\n".getBytes(StandardCharsets.UTF_8));
        int seen = Integer.parseInt(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
        synchronized (scene) {
            scene.events.stream().skip(seen).forEach(event -> write(stream, message(event)));
            streams.add(stream);
        }
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = text(answer.body()).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        send(exchange, answer.status(), body);
    }

    private void serve(HttpExchange exchange, String path) throws IOException {
        if (path.equals("/assets/js/part-pages.js") && !scene.partPages.isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", "text/javascript; charset=utf-8");
            String pages = "export const PART_PAGES = " + text(scene.partPages) + ";";
            send(exchange, 200, pages.getBytes(StandardCharsets.UTF_8));
            return;
        }
        String file = path.equals("/")
                ? "/index.html"
                : path.replaceFirst("^/assets/parts/([a-z]+)\\.js$", "/assets/js/$1/page.js");
        try (InputStream found = StubNode.class.getResourceAsStream("/dashboard" + file)) {
            if (found == null) {
                send(exchange, 404, new byte[0]);
                return;
            }
            String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
            exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
            send(exchange, 200, found.readAllBytes());
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static String text(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** As if the process were gone: connections break, new ones are refused. */
    @Override
    public void close() {
        cutStreams();
        server.stop(0);
        threads.shutdownNow();
    }
}
