// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.api.Json;
import dev.baton.server.config.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Calls the admin API of another node, with the token that the nodes share. Never follows a redirect. */
public final class NodeClient implements AutoCloseable {
    /** Says on whose behalf a node calls; believed from other nodes only. */
    public static final String ACTOR = "Baton-Actor";

    private static final int LARGEST = 8 * 1024 * 1024;
    private static final int THREADS = 4;

    private final ExecutorService threads;
    private final HttpClient http;
    private final Duration patience;
    private volatile Optional<Supplier<Secret>> token;

    public NodeClient(Optional<Supplier<Secret>> token, Duration patience, Optional<SSLContext> trust) {
        this.token = token;
        this.patience = patience;
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "baton-node-client");
            thread.setDaemon(true);
            return thread;
        });
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(patience)
                .executor(threads);
        trust.ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** Presents another token from now on. */
    public void use(Optional<Supplier<Secret>> changed) {
        this.token = changed;
    }

    /** An answer as it came. */
    public static final class Reply {
        private final int status;
        private final byte[] body;

        private Reply(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        public int status() {
            return status;
        }

        /** The body; a newer node may say more than {@code type} knows. */
        public <T> T as(Class<T> type) throws IOException {
            return Json.readLenient(body, type);
        }
    }

    public CompletableFuture<Reply> get(String admin, String path) {
        return send(request(admin, path, patience).GET(), patience);
    }

    public CompletableFuture<Reply> post(String admin, String path, Object body, String actor, Duration within) {
        HttpRequest.Builder request = request(admin, path, within)
                .header("Content-Type", "application/json")
                .header(ACTOR, actor)
                .POST(BodyPublishers.ofString(Json.write(body)));
        return send(request, within);
    }

    private HttpRequest.Builder request(String admin, String path, Duration within) {
        String base = admin.endsWith("/") ? admin.substring(0, admin.length() - 1) : admin;
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(within);
        token.ifPresent(
                it -> request.header("Authorization", "Bearer " + it.get().reveal()));
        return request;
    }

    private CompletableFuture<Reply> send(HttpRequest.Builder request, Duration within) {
        return http.sendAsync(request.build(), head -> new LimitedBody(LARGEST))
                // The client's own limit ends with the head of the answer.
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply((HttpResponse<byte[]> it) -> new Reply(it.statusCode(), it.body()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
