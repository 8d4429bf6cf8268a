// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.WorkView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.view.QueryOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The work of the cluster as a tree, with its workers and what is on its way. */
@Command(
        name = "work",
        description = {
            "The work of the cluster: task lists, workers, moves in progress and unassigned partitions.",
            "Exit code 3 if there is no coordinator, a partition is unassigned, or a task list cannot be stored."
        })
public final class WorkCommand implements Callable<Integer> {
    static final String PATH = "/api/v1/work";

    @Mixin
    private final QueryOptions query;

    private WorkCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    /** The command with those below it. */
    public static CommandLine with(CliEnvironment environment) {
        return new CommandLine(new WorkCommand(environment))
                .addSubcommand(new OwnersCommand(environment))
                .addSubcommand(new PlanCommand(environment))
                .addSubcommand(new DrainCommand(environment))
                .addSubcommand(new PartitionCommands.Resume(environment))
                .addSubcommand(new PartitionCommands.Move(environment))
                .addSubcommand(new PartitionCommands.Pin(environment))
                .addSubcommand(new PartitionCommands.Unpin(environment))
                .addSubcommand(new BanCommands.Ban(environment))
                .addSubcommand(new BanCommands.Unban(environment))
                .addSubcommand(new CommandLine(new ListCommands())
                        .addSubcommand(new ListCommands.Create(environment))
                        .addSubcommand(new ListCommands.Resize(environment))
                        .addSubcommand(new ListCommands.Retire(environment)));
    }

    @Override
    public Integer call() {
        NodeConnection node = query.connect();
        Output output = query.output();
        JsonNode answer = node.get(PATH);
        WorkView work = node.read(answer, WorkView.class);
        if (output.json()) {
            output.document(answer);
        } else {
            WorkPrinter.show(work, output);
        }
        boolean good = work.coordinator() != null
                && work.unassigned() == 0
                && work.domains().stream().flatMap(it -> it.lists().stream()).allMatch(it -> it.failed() == null);
        return (good ? ExitCode.OK : ExitCode.NOT_THERE).number();
    }
}
