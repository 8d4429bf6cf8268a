// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.ListResponses;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.cluster.ClusterTables;
import dev.baton.cli.cluster.QueryOptions;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The status, kept up to date: on the whole screen of a terminal, or as lines. */
@Command(
        name = "watch",
        description = {
            "The status and the latest events, refreshed on the whole screen; keys resign, transfer, drain.",
            "Without a terminal: one line per event, or with --json one document per refresh."
        })
public final class WatchCommand implements Callable<Integer> {
    private static final int MAX_EVENTS = 100;
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);

    @Mixin
    private final QueryOptions query;

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "How often to refresh. Default: ${DEFAULT-VALUE}.")
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--count", paramLabel = "COUNT", description = "Exit after this many refreshes.")
    private long count = Long.MAX_VALUE;

    public WatchCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (interval.compareTo(MIN_INTERVAL) < 0) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--interval must be at least 100ms");
        }
        NodeConnection client = query.connect();
        Output output = query.output();
        if (output.json()) {
            look(() -> output.document(client.get("/api/v1/cluster")));
        } else if (query.environment().fullScreen()) {
            // QueryOptions before the terminal is taken, since a token may have to be typed.
            String role =
                    client.get("/api/v1/whoami", ListResponses.WhoAmI.class).role();
            new WatchScreen(client, role).run(query.environment(), output.style(), interval, count);
        } else {
            inLines(client, output);
        }
        return ExitCode.OK.number();
    }

    private void look(Runnable once) throws InterruptedException {
        for (long i = 0; i < count; i++) {
            once.run();
            if (i + 1 < count) {
                TimedWait.of(interval);
            }
        }
    }

    private void inLines(NodeConnection client, Output output) throws InterruptedException {
        long[] last = {-1};
        look(() -> {
            ListResponses.Events answer = client.get(
                    "/api/v1/events?limit=" + MAX_EVENTS + (last[0] < 0 ? "" : "&after=" + last[0]),
                    ListResponses.Events.class);
            last[0] = answer.last();
            answer.events().forEach(event -> output.line(ClusterTables.event(event)));
        });
    }
}
