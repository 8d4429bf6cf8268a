// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.EventView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.EventFeed;
import dev.baton.cli.client.NodeConnection;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What happened, and what happens. */
@Command(name = "events", description = "What happened in the cluster, as one node saw it.")
public final class EventsCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "50",
            description = "How many events at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Option(names = "--after", paramLabel = "NUMBER", description = "Only events after the one with this number.")
    private @Nullable Long after;

    @Option(
            names = {"-f", "--follow"},
            description = "Follow: keep printing new events; with --json one per line.")
    private boolean follow;

    public EventsCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeConnection client = query.connect();
        Output output = query.output();
        JsonNode answer = client.get("/api/v1/events?limit=" + limit + (after == null ? "" : "&after=" + after));
        if (output.json() && !follow) {
            output.document(answer);
            return ExitCode.OK.number();
        }
        answer.path("events").forEach(event -> show(client, output, event));
        if (follow) {
            Optional<String> last = Optional.of(answer.path("last").asText()).filter(id -> !id.isEmpty());
            new EventFeed(client, last, event -> show(client, output, event)).follow();
        }
        return ExitCode.OK.number();
    }

    private static void show(NodeConnection client, Output output, JsonNode event) {
        if (output.json()) {
            output.document(event);
        } else {
            output.line(ClusterTables.event(client.read(event, EventView.class)));
        }
    }
}
