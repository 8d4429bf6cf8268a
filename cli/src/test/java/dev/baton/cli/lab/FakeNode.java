// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.admin.AdminJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers over HTTP what a test says, also what no real node would. */
public final class FakeNode implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Request> asked = new CopyOnWriteArrayList<>();

    /** How it answers. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** What it was asked. */
    public record Request(String method, String path, String authorization, String body) {}

    public FakeNode() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Request> asked() {
        return List.copyOf(asked);
    }

    public FakeNode on(String path, int status, String body) {
        return on(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    /** Answers well, with a record of the admin API. */
    public FakeNode on(String path, Record answer) {
        return on(path, 200, AdminJson.write(answer));
    }

    public FakeNode on(String path, Answer answer) {
        answers.put(path, answer);
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            asked.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    token == null ? "" : token,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            Answer answer = answers.get(exchange.getRequestURI().getPath());
            if (answer == null) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                answer.to(exchange);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
