// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.AdminClient;
import dev.baton.admin.AdminClient.Reply;
import dev.baton.admin.AdminJson;
import dev.baton.admin.ListResponses.Failure.Reason;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/** A connection of a command to one node; failures become an exit code and a message. */
public final class NodeConnection {
    private static final int UNAUTHENTICATED = 401;

    private final URI server;
    private final AdminClient client;
    private final Duration timeout;
    private final Supplier<Optional<String>> askForToken;

    /** @param askForToken the last resort if the node requires a token and none is known */
    public NodeConnection(URI server, AdminClient client, Duration timeout, Supplier<Optional<String>> askForToken) {
        this.server = server;
        this.client = client;
        this.timeout = timeout;
        this.askForToken = askForToken;
    }

    /**
     * Returns a connection of the same caller to the same node for use in the background: with another time limit, and
     * without asking for a token.
     */
    public NodeConnection within(Duration bound) {
        return new NodeConnection(server, client, bound, Optional::empty);
    }

    public JsonNode get(String path) {
        return ask(() -> client.get(server.toString(), path, timeout), timeout);
    }

    /** @param patience how long the node may take before it answers */
    public JsonNode post(String path, Object body, Duration patience) {
        Duration limit = timeout.plus(patience);
        return ask(() -> client.post(server.toString(), path, body, Optional.empty(), limit), limit);
    }

    public <T> T get(String path, Class<T> type) {
        return read(get(path), type);
    }

    public <T> T read(JsonNode answer, Class<T> type) {
        try {
            return AdminJson.readLenient(answer, type);
        } catch (IOException strange) {
            throw notOurs("its answer has another form than expected");
        }
    }

    /** Opens the event stream after the event with this number. The caller closes it. */
    public InputStream events(Optional<String> after) {
        HttpResponse<InputStream> opened = await(client.events(server.toString(), after), timeout);
        if (opened.statusCode() == 200) {
            return opened.body();
        }
        try (InputStream body = opened.body()) {
            throw refused(new Reply(opened.statusCode(), body.readNBytes(AdminClient.MAX_ANSWER)));
        } catch (IOException broken) {
            throw unreachable(broken);
        }
    }

    private JsonNode ask(Supplier<CompletableFuture<Reply>> question, Duration patience) {
        Reply reply = await(question.get(), patience);
        if (reply.status() == UNAUTHENTICATED && !client.hasToken()) {
            Optional<String> typed = askForToken.get();
            if (typed.isPresent()) {
                client.use(Optional.of(typed::get));
                reply = await(question.get(), patience);
            }
        }
        if (!reply.isOk()) {
            throw refused(reply);
        }
        try {
            return reply.json();
        } catch (IOException strange) {
            throw notOurs("its answer is not JSON");
        }
    }

    private <T> T await(CompletableFuture<T> answer, Duration patience) {
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw late(patience);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof TimeoutException) {
                throw late(patience);
            }
            throw unreachable(failed.getCause() == null ? failed : failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "INTERRUPTED", "interrupted");
        }
    }

    private CommandFailure late(Duration patience) {
        return unreachable("TIMEOUT", "no answer within " + patience.toMillis() + " ms");
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
                ? "nothing listens there"
                : String.valueOf(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
        return unreachable("UNREACHABLE", why);
    }

    private CommandFailure unreachable(String code, String why) {
        return new CommandFailure(
                ExitCode.UNREACHABLE,
                code,
                "cannot reach " + server + ": " + TerminalSafeText.text(why) + "; see --server");
    }

    private CommandFailure notOurs(String why) {
        return new CommandFailure(
                ExitCode.FAILED, "NOT_BATON", server + " does not answer as a Baton node: " + why + "; see --server");
    }

    private CommandFailure refused(Reply reply) {
        Optional<Reason> reason = reply.refusal().filter(it -> !it.code().isEmpty());
        if (reason.isEmpty()) {
            return notOurs("it answers " + reply.status() + " without a reason");
        }
        ExitCode exit = switch (reply.status()) {
            case 400 -> ExitCode.USAGE;
            case 401, 403, 409, 429 -> ExitCode.REFUSED;
            case 404 -> ExitCode.NOT_THERE;
            case 503, 504 -> ExitCode.UNREACHABLE;
            default -> ExitCode.FAILED;
        };
        String hint = reply.status() == UNAUTHENTICATED ? "; give a token by BATON_TOKEN or --token-file" : "";
        return new CommandFailure(
                exit, reason.get().code(), TerminalSafeText.text(reason.get().message()) + hint);
    }
}
