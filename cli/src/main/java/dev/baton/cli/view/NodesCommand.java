// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.ListResponses;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The nodes of the cluster. */
@Command(name = "nodes", description = "The nodes of the cluster: their health, what they lead, their alarms.")
public final class NodesCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    public NodesCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        NodeConnection client = query.connect();
        Output output = query.output();
        JsonNode answer = client.get("/api/v1/nodes");
        if (output.json()) {
            output.document(answer);
        } else {
            output.table(ClusterTables.nodes(
                    client.read(answer, ListResponses.Nodes.class).nodes(), Instant.now()));
        }
        return ExitCode.OK.number();
    }
}
