// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.screen.Plain;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/** Asks one node. Every question is bounded in time and every answer in size, whatever the other side does. */
public final class AdminClient {
    private static final int LARGEST_ANSWER = 32 << 20;
    private static final int OK = 200;
    private static final int UNAUTHENTICATED = 401;

    private final URI server;
    private final HttpClient http;
    private final Duration timeout;
    private final Supplier<Optional<String>> askForToken;
    private Optional<String> token;

    /** @param askForToken the last resort, when the node wants a token and none is known */
    public AdminClient(
            URI server,
            HttpClient http,
            Duration timeout,
            Optional<String> token,
            Supplier<Optional<String>> askForToken) {
        this.server = server;
        this.http = http;
        this.timeout = timeout;
        this.token = token;
        this.askForToken = askForToken;
    }

    /** The same node and caller for use in the background: with another bound on time, and nobody to ask for a token. */
    public AdminClient within(Duration bound) {
        return new AdminClient(server, http, bound, token, Optional::empty);
    }

    /** A part of a path, whatever is in it. */
    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public JsonNode get(String path) {
        return ask(path, Optional.empty(), timeout);
    }

    /** @param patience for what the node does before it answers */
    public JsonNode post(String path, JsonNode body, Duration patience) {
        return ask(path, Optional.of(Json.write(body)), timeout.plus(patience));
    }

    public <T> T get(String path, Class<T> type) {
        return read(get(path), type);
    }

    public <T> T read(JsonNode answer, Class<T> type) {
        try {
            return Json.as(type, answer);
        } catch (JsonProcessingException strange) {
            throw notOurs("its answer has another form than expected");
        }
    }

    /** Opens the event stream after the event with this number. The caller closes it. */
    public InputStream events(Optional<String> after) {
        HttpRequest.Builder request = request("/api/v1/events/stream").header("Accept", "text/event-stream");
        after.ifPresent(id -> request.header("Last-Event-ID", id));
        CompletableFuture<HttpResponse<InputStream>> answer =
                http.sendAsync(request.build(), BodyHandlers.ofInputStream());
        HttpResponse<InputStream> opened = await(answer, timeout);
        if (opened.statusCode() == OK) {
            return opened.body();
        }
        throw refused(opened.statusCode(), body(opened.body()));
    }

    private record Answer(int status, String body) {}

    private JsonNode ask(String path, Optional<String> body, Duration patience) {
        Answer answer = send(path, body, patience);
        if (answer.status == UNAUTHENTICATED && token.isEmpty()) {
            token = askForToken.get();
            if (token.isPresent()) {
                answer = send(path, body, patience);
            }
        }
        if (answer.status != OK) {
            throw refused(answer.status, answer.body);
        }
        try {
            return Json.parse(answer.body);
        } catch (JsonProcessingException strange) {
            throw notOurs("its answer is no JSON");
        }
    }

    private Answer send(String path, Optional<String> body, Duration patience) {
        HttpRequest.Builder request = request(path).header("Accept", "application/json");
        body.ifPresent(
                text -> request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(text)));
        return await(
                http.sendAsync(request.build(), BodyHandlers.ofInputStream())
                        .thenApplyAsync(response -> new Answer(response.statusCode(), body(response.body()))),
                patience);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private static String body(InputStream in) {
        try (in) {
            byte[] bytes = in.readNBytes(LARGEST_ANSWER + 1);
            if (bytes.length > LARGEST_ANSWER) {
                throw new IOException("the answer is larger than " + LARGEST_ANSWER + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private <T> T await(CompletableFuture<T> answer, Duration patience) {
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw unreachable("TIMEOUT", "no answer within " + patience.toMillis() + " ms");
        } catch (ExecutionException failed) {
            throw unreachable(failed.getCause() == null ? failed : failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "INTERRUPTED", "interrupted");
        }
    }

    private CommandFailure unreachable(Throwable failed) {
        Throwable cause = failed;
        while ((cause instanceof CompletionException || cause instanceof UncheckedIOException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof HttpTimeoutException) {
            return unreachable("TIMEOUT", "no answer in time");
        }
        if (cause instanceof SSLException) {
            return unreachable("TLS", "no secure connection: " + cause.getMessage());
        }
        String why = cause instanceof ConnectException && cause.getMessage() == null
                ? "nobody listens there"
                : String.valueOf(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
        return unreachable("UNREACHABLE", why);
    }

    private CommandFailure unreachable(String code, String why) {
        return new CommandFailure(
                ExitCode.UNREACHABLE, code, "cannot reach " + server + ": " + Plain.text(why) + "; see --server");
    }

    private CommandFailure notOurs(String why) {
        return new CommandFailure(
                ExitCode.FAILED, "NOT_BATON", server + " does not answer as a Baton node: " + why + "; see --server");
    }

    private CommandFailure refused(int status, String body) {
        String code;
        String message;
        try {
            JsonNode error = Json.parse(body).path("error");
            code = error.path("code").asText();
            message = Plain.text(error.path("message").asText());
        } catch (JsonProcessingException strange) {
            return notOurs("it answers " + status + " without a reason");
        }
        if (code.isEmpty()) {
            return notOurs("it answers " + status + " without a reason");
        }
        ExitCode exit = switch (status) {
            case 400 -> ExitCode.USAGE;
            case 401, 403, 409, 429 -> ExitCode.REFUSED;
            case 404 -> ExitCode.NOT_THERE;
            case 503, 504 -> ExitCode.UNREACHABLE;
            default -> ExitCode.FAILED;
        };
        String hint = status == UNAUTHENTICATED ? "; give a token by BATON_TOKEN or --token-file" : "";
        return new CommandFailure(exit, code, message + hint);
    }
}
