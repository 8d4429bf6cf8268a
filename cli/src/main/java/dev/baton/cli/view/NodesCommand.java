// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.AdminClient;
import dev.baton.cli.client.NodeInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The nodes of the cluster. */
@Command(name = "nodes", description = "The nodes of the cluster: their health, what they lead, their alarms.")
public final class NodesCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    public NodesCommand(CliEnvironment environment) {
        this.asked = new Asked(environment);
    }

    @Override
    public Integer call() {
        AdminClient client = asked.client();
        Output output = asked.output();
        JsonNode answer = client.get("/api/v1/nodes");
        if (output.json()) {
            output.document(answer);
        } else {
            List<NodeInfo> nodes = new ArrayList<>();
            answer.path("nodes").forEach(node -> nodes.add(client.read(node, NodeInfo.class)));
            output.table(ClusterTables.nodes(nodes, Instant.now().toString()));
        }
        return ExitCode.OK.number();
    }
}
