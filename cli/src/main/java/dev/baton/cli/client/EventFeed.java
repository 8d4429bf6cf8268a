// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The events of a cluster as they happen. If the stream breaks or falls silent, it is reopened where it ended. */
public final class EventFeed {
    /** The node sends a sign of life every 5 s. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private static final int LINES_AHEAD = 1_000;
    private static final int MAX_FAILURES = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

    private final NodeConnection client;
    private final Consumer<JsonNode> reader;
    private Optional<String> last;
    private int failures;

    /** @param after the number of the last event that is already known */
    public EventFeed(NodeConnection client, Optional<String> after, Consumer<JsonNode> reader) {
        this.client = client;
        this.last = after;
        this.reader = reader;
    }

    /** Reads until the thread is interrupted, or the node stays away. */
    public void follow() throws InterruptedException {
        while (true) {
            try (InputStream stream = client.events(last)) {
                read(stream);
            } catch (CommandFailure away) {
                if (away.exitCode() != ExitCode.UNREACHABLE || ++failures > MAX_FAILURES) {
                    throw away;
                }
            } catch (IOException closing) {
                // It is given up in any case.
            }
            Thread.sleep(FIRST_PAUSE
                    .multipliedBy(1L << Math.min(failures, MAX_FAILURES))
                    .toMillis());
        }
    }

    private void read(InputStream stream) throws InterruptedException {
        BlockingQueue<Optional<String>> lines = new ArrayBlockingQueue<>(LINES_AHEAD);
        Thread pump = new Thread(() -> pump(stream, lines), "baton-event-stream");
        pump.setDaemon(true);
        pump.start();
        try {
            ServerSentEvents events = new ServerSentEvents();
            for (Optional<String> line = next(lines); line.isPresent(); line = next(lines)) {
                failures = 0;
                Optional<ServerSentEvents.Sent> sent = events.line(line.get());
                if (sent.isPresent()) {
                    take(sent.get());
                }
            }
        } finally {
            pump.interrupt();
        }
    }

    private static Optional<String> next(BlockingQueue<Optional<String>> lines) throws InterruptedException {
        Optional<String> line = lines.poll(SILENCE.toMillis(), TimeUnit.MILLISECONDS);
        return line == null ? Optional.empty() : line;
    }

    private void take(ServerSentEvents.Sent sent) {
        try {
            JsonNode event = JsonOutput.parse(sent.data());
            last = sent.id().isEmpty() ? last : Optional.of(sent.id());
            reader.accept(event);
        } catch (JsonProcessingException strange) {
            throw new CommandFailure(ExitCode.FAILED, "NOT_BATON", "the event stream is not JSON");
        }
    }

    private static void pump(InputStream stream, BlockingQueue<Optional<String>> lines) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.put(Optional.of(line));
            }
        } catch (IOException ended) {
            // Told below, as any end.
        } catch (InterruptedException givenUp) {
            return;
        }
        // The reader finds out by the silence.
        lines.offer(Optional.empty());
    }
}
