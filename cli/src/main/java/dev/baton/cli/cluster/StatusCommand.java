// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.ClusterView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.Table;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows who leads, who is next, and which nodes are present. */
@Command(
        name = "status",
        description = {
            "Each election's leader, its epoch and who is next; the nodes of the cluster.",
            "Exit code 3 if an election has no leader."
        })
public final class StatusCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    public StatusCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        NodeConnection client = query.connect();
        Output output = query.output();
        JsonNode answer = client.get("/api/v1/cluster");
        ClusterView cluster = client.read(answer, ClusterView.class);
        if (output.json()) {
            output.document(answer);
        } else {
            output.line(ClusterTables.headline(cluster));
            output.line("");
            output.table(ClusterTables.elections(cluster.elections(), cluster.at()));
            output.lines(ClusterTables.weakPromises(cluster.elections(), output.style(), Table.UNLIMITED));
            output.line("");
            output.table(ClusterTables.nodes(cluster.nodes(), cluster.at()));
        }
        boolean led = cluster.elections().stream().allMatch(election -> election.leader() != null);
        return (led ? ExitCode.OK : ExitCode.NOT_THERE).number();
    }
}
