// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import dev.baton.admin.ControllerOperation;
import dev.baton.admin.ListResponses;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The nodes of the cluster; the commands below are for clusters with a controller. */
@Command(name = "nodes", description = "The nodes of the cluster: their health, what they lead, their alarms.")
public final class NodesCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    public NodesCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        return query.print(
                "/api/v1/nodes",
                ListResponses.Nodes.class,
                (told, output) -> output.table(ClusterTables.nodes(told.nodes(), Instant.now())));
    }

    @Command(
            name = "drain",
            description = {
                "Move the replicas and leaderships of a node to others, and give it no new ones.",
                "Remains drained across restarts, until baton nodes resume."
            })
    int drain(
            @Mixin QueryOptions query, @Mixin Confirmation confirmation, @Parameters(paramLabel = "NODE") String node) {
        confirmation.require("Move all replicas off " + TerminalSafeText.text(node) + "?", query.environment());
        return query.change(new ControllerOperation.DrainNode(node, true));
    }

    @Command(name = "resume", description = "Allow a drained node to take replicas again.")
    int resume(@Mixin QueryOptions query, @Parameters(paramLabel = "NODE") String node) {
        return query.change(new ControllerOperation.DrainNode(node, false));
    }

    @Command(
            name = "remove",
            description = {
                "Forget a node that is gone or drained, and remove it from the Raft group.",
                "Other nodes take over its replicas."
            })
    int remove(
            @Mixin QueryOptions query, @Mixin Confirmation confirmation, @Parameters(paramLabel = "NODE") String node) {
        confirmation.require(
                "Forget " + TerminalSafeText.text(node) + " and remove it from the Raft group?", query.environment());
        return query.change(new ControllerOperation.RemoveNode(node));
    }
}
