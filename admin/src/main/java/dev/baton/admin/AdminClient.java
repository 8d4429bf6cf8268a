// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Calls the admin API of nodes, each by its URL. Every call is bounded in time and every answer in size, whatever the
 * other side does; redirects are not followed, so the token goes nowhere else. Thread-safe.
 */
public final class AdminClient implements AutoCloseable {
    /** The most bytes that are taken of an answer. */
    public static final int MAX_ANSWER = 32 << 20;

    private static final int THREADS = 4;

    private final ExecutorService threads;
    private final HttpClient http;
    private volatile Optional<Supplier<String>> token;

    /**
     * @param token presented with every call; asked for anew each time
     * @param trust for https, where the JDK's certificates are not the ones
     */
    public AdminClient(Optional<Supplier<String>> token, Duration connectTimeout, Optional<SSLContext> trust) {
        this.token = token;
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "baton-admin-client");
            thread.setDaemon(true);
            return thread;
        });
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(threads);
        trust.ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** Presents another token from now on. */
    public void use(Optional<Supplier<String>> changed) {
        this.token = changed;
    }

    public boolean hasToken() {
        return token.isPresent();
    }

    /** A part of a path, whatever is in it. */
    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** An answer as it came. */
    public static final class Reply {
        private final int status;
        private final byte[] body;

        public Reply(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        public int status() {
            return status;
        }

        public boolean isOk() {
            return status == 200;
        }

        /** The body; a newer node may say more than {@code type} knows. */
        public <T> T as(Class<T> type) throws IOException {
            return AdminJson.readLenient(body, type);
        }

        public JsonNode json() throws IOException {
            return AdminJson.tree(body);
        }

        /** Why the node refused; empty if it does not say, as no Baton node would. */
        public Optional<ListResponses.Failure.Reason> refusal() {
            try {
                return Optional.of(as(ListResponses.Failure.class).error());
            } catch (IOException foreign) {
                return Optional.empty();
            }
        }
    }

    public CompletableFuture<Reply> get(String node, String path, Duration within) {
        return send(request(node, path, within).GET(), within);
    }

    /** @param behalf for whom a node passes this on */
    public CompletableFuture<Reply> post(
            String node, String path, Object body, Optional<Requester> behalf, Duration within) {
        HttpRequest.Builder request = request(node, path, within)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(AdminJson.write(body)));
        behalf.ifPresent(it -> it.headers().forEach(request::header));
        return send(request, within);
    }

    /** Opens the event stream after the event with this number. The caller closes it. */
    public CompletableFuture<HttpResponse<InputStream>> events(String node, Optional<String> after) {
        HttpRequest.Builder request = request(node, "/api/v1/events/stream").header("Accept", "text/event-stream");
        after.ifPresent(id -> request.header("Last-Event-ID", id));
        return http.sendAsync(request.build(), BodyHandlers.ofInputStream());
    }

    private HttpRequest.Builder request(String node, String path, Duration within) {
        return request(node, path).timeout(within).header("Accept", "application/json");
    }

    private HttpRequest.Builder request(String node, String path) {
        String base = node.endsWith("/") ? node.substring(0, node.length() - 1) : node;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        token.ifPresent(it -> request.header("Authorization", "Bearer " + it.get()));
        return request;
    }

    private CompletableFuture<Reply> send(HttpRequest.Builder request, Duration within) {
        return http.sendAsync(request.build(), head -> new LimitedBody(MAX_ANSWER))
                // The client's own limit ends with the head of the answer.
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply((HttpResponse<byte[]> it) -> new Reply(it.statusCode(), it.body()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
