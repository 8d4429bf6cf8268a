// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeadershipView;
import dev.baton.admin.ListResponses;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.DurationFormat;
import dev.baton.cli.screen.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** All elections, or one with its candidates and its past. */
@Command(name = "elections", description = "All elections, or one with its candidates and its past leaderships.")
public final class ElectionsCommand implements Callable<Integer> {
    private static final int PAGE = 200;
    private static final int MAX_PAGES = 100;

    @Mixin
    private final QueryOptions query;

    @Parameters(arity = "0..1", paramLabel = "ELECTION", description = "The election to show in detail.")
    private @Nullable String name;

    @Option(names = "--filter", paramLabel = "TEXT", description = "Only elections whose name contains this.")
    private String filter = "";

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "10",
            description = "How many past leaderships of an election to show. Default: ${DEFAULT-VALUE}.")
    private int limit = 10;

    public ElectionsCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        NodeConnection client = query.connect();
        Output output = query.output();
        if (name == null) {
            all(client, output);
        } else {
            one(client, output, "/api/v1/elections/" + AdminClient.segment(name));
        }
        return ExitCode.OK.number();
    }

    private void all(NodeConnection client, Output output) {
        ArrayNode found = JsonOutput.object().arrayNode();
        String cursor = "";
        for (int page = 0; page < MAX_PAGES; page++) {
            JsonNode answer = client.get("/api/v1/elections?limit=" + PAGE + "&q=" + AdminClient.segment(filter)
                    + (cursor.isEmpty() ? "" : "&cursor=" + AdminClient.segment(cursor)));
            answer.path("elections").forEach(found::add);
            cursor = answer.path("next").asText();
            if (cursor.isEmpty()) {
                break;
            }
        }
        if (output.json()) {
            output.document(JsonOutput.object().set("elections", found));
            return;
        }
        List<ElectionView> elections = new ArrayList<>();
        found.forEach(election -> elections.add(client.read(election, ElectionView.class)));
        output.table(ClusterTables.elections(elections, Instant.now()));
        output.lines(ClusterTables.weakPromises(elections, output.style(), Table.UNLIMITED));
    }

    private void one(NodeConnection client, Output output, String path) {
        JsonNode answer = client.get(path);
        JsonNode past = client.get(path + "/leaderships?limit=" + limit);
        if (output.json()) {
            ((ObjectNode) answer).set("leaderships", past.path("leaderships"));
            output.document(answer);
            return;
        }
        ElectionView election = client.read(answer, ElectionView.class);
        output.table(ClusterTables.elections(List.of(election), Instant.now()));
        output.lines(ClusterTables.weakPromises(List.of(election), output.style(), Table.UNLIMITED));
        output.line("");
        output.table(ClusterTables.candidates(election));
        output.line("");
        output.table(past(client.read(past, ListResponses.Leaderships.class).leaderships()));
    }

    private static Table past(List<LeadershipView> leaderships) {
        Table table = new Table("EPOCH", "LEADER", "FROM", "LASTED", "ENDED BY", "GAP BEFORE");
        leaderships.forEach(it -> table.row(
                it.epoch(),
                it.node(),
                dev.baton.admin.AdminJson.text(it.from()),
                DurationFormat.between(it.from(), it.to()),
                ClusterTables.text(it.reason()),
                DurationFormat.millis(it.gapMs())));
        return table;
    }
}
