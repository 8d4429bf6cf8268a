// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.Answers;
import dev.baton.admin.ClusterView;
import dev.baton.admin.EventView;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.Surroundings;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Terminal;
import dev.baton.cli.screen.TerminalSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The status, kept up to date: on the whole screen of a terminal, or as lines. */
@Command(
        name = "watch",
        description = {
            "The status and the last events, kept up to date. q ends it.",
            "Without a terminal: a line per event, with --json one document per look."
        })
public final class WatchCommand implements Callable<Integer> {
    private static final int MOST_EVENTS = 100;
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

    @Mixin
    private final QueryOptions query;

    @Option(
            names = "--interval",
            paramLabel = "SPAN",
            defaultValue = "1s",
            description = "How often to look. Default: ${DEFAULT-VALUE}.")
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--count", paramLabel = "COUNT", description = "End after this many looks.")
    private long count = Long.MAX_VALUE;

    private final CountDownLatch quit = new CountDownLatch(1);

    public WatchCommand(Surroundings surroundings) {
        this.query = new QueryOptions(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (interval.compareTo(SHORTEST_INTERVAL) < 0) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--interval must be at least 100ms");
        }
        NodeConnection client = query.connect();
        Output output = query.output();
        if (output.json()) {
            look(() -> output.document(client.get("/api/v1/cluster")));
        } else if (query.surroundings().showing() && query.surroundings().asking()) {
            onScreen(client, output.style());
        } else {
            inLines(client, output);
        }
        return ExitCode.OK.number();
    }

    private void look(Runnable once) throws InterruptedException {
        for (long i = 0; i < count; i++) {
            once.run();
            if (i + 1 < count && quit.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }

    private void inLines(NodeConnection client, Output output) throws InterruptedException {
        long[] last = {-1};
        look(() -> {
            JsonNode answer =
                    client.get("/api/v1/events?limit=" + MOST_EVENTS + (last[0] < 0 ? "" : "&after=" + last[0]));
            last[0] = answer.path("last").asLong(last[0]);
            events(client, answer).forEach(event -> output.line(ClusterTables.event(event)));
        });
    }

    private static List<EventView> events(NodeConnection client, JsonNode answer) {
        return client.read(answer, Answers.Events.class).events();
    }

    private void onScreen(NodeConnection client, Style style) throws InterruptedException {
        // QueryOptions before the terminal is taken, since a token may have to be typed.
        client.get("/api/v1/whoami");
        try (Terminal terminal = Terminal.open(query.surroundings().out())) {
            Thread keys = new Thread(this::awaitQuit, "keys");
            keys.setDaemon(true);
            keys.start();
            look(() -> {
                TerminalSize size = TerminalSize.now();
                terminal.draw(frame(client, style, size), size);
            });
        } catch (IOException noTerminal) {
            throw new UncheckedIOException(noTerminal);
        }
    }

    private static List<String> frame(NodeConnection client, Style style, TerminalSize size) {
        List<String> lines = new ArrayList<>();
        try {
            ClusterView cluster = client.get("/api/v1/cluster", ClusterView.class);
            lines.add(style.strong(cut(ClusterTables.headline(cluster), size.columns())));
            lines.add("");
            lines.addAll(
                    ClusterTables.elections(cluster.elections(), cluster.at()).lines(size.columns(), style));
            lines.addAll(ClusterTables.weakPromises(cluster.elections(), style));
            lines.add("");
            lines.addAll(ClusterTables.nodes(cluster.nodes(), cluster.at()).lines(size.columns(), style));
            lines.add("");
            int room = Math.max(1, size.rows() - lines.size());
            events(client, client.get("/api/v1/events?limit=" + Math.min(room, MOST_EVENTS)))
                    .forEach(event -> lines.add(cut(ClusterTables.event(event), size.columns())));
        } catch (CommandFailure away) {
            if (away.exitCode() != ExitCode.UNREACHABLE) {
                throw away;
            }
            lines.add(style.bad(cut(away.text(), size.columns())));
            lines.add("trying again; q ends it");
        }
        return lines;
    }

    private static String cut(String line, int width) {
        return line.codePointCount(0, line.length()) <= width
                ? line
                : line.substring(0, line.offsetByCodePoints(0, width - 1)) + "…";
    }

    private void awaitQuit() {
        try {
            for (int key = query.surroundings().in().read();
                    key != -1;
                    key = query.surroundings().in().read()) {
                if (key == 'q') {
                    break;
                }
            }
        } catch (IOException gone) {
            // Without a keyboard there is nobody to watch for.
        }
        quit.countDown();
    }
}
