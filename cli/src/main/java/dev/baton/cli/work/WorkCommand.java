// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.cluster.QueryOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The work of the cluster as a tree, with its workers and what is on its way. */
@Command(
        name = "work",
        description = {
            "The work of the cluster: task lists, workers, moves in progress and unassigned partitions.",
            "Exit code 3 if there is no coordinator, a partition is unassigned, or a task list cannot be stored."
        },
        subcommands = {OwnersCommand.class, PlanCommand.class, DrainCommand.class, ListCommands.class})
public final class WorkCommand implements Callable<Integer> {
    static final String PATH = "/api/v1/work";

    private static final String AS_IN = "As in billing/invoices/3.";
    private static final String WHOLE_LIST = "The first argument is a whole task list, as in billing/invoices.";

    @Mixin
    private final QueryOptions query;

    public WorkCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
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

    @Command(name = "resume", description = "Allow a drained worker to take partitions again.")
    int resume(@Mixin QueryOptions query, @Parameters(paramLabel = "WORKER") String worker) {
        return change(query, new WorkOperation.Drain(worker, false));
    }

    @Command(
            name = "move",
            description = {
                "Move a partition to a worker, and wait for it.",
                "The balance is kept, so another partition may move back. Use pin to keep it there."
            })
    int move(
            @Mixin QueryOptions query,
            @Parameters(index = "0", paramLabel = "PARTITION", description = AS_IN) String partition,
            @Parameters(index = "1", paramLabel = "WORKER") String worker) {
        return change(query, new WorkOperation.MovePartition(partition, worker));
    }

    @Command(name = "pin", description = "Keep a partition on one worker or on none, until baton work unpin.")
    int pin(
            @Mixin QueryOptions query,
            @Parameters(index = "0", paramLabel = "PARTITION", description = AS_IN) String partition,
            @Parameters(index = "1", paramLabel = "WORKER") String worker) {
        return change(query, new WorkOperation.Pin(partition, worker));
    }

    @Command(name = "unpin", description = "Allow a partition on any worker again.")
    int unpin(@Mixin QueryOptions query, @Parameters(paramLabel = "PARTITION", description = AS_IN) String partition) {
        return change(query, new WorkOperation.Unpin(partition));
    }

    @Command(
            name = "ban",
            description = {
                "Keep a partition, or with --list a whole task list, off a worker, until baton work unban.",
                "The worker need not exist yet."
            })
    int ban(
            @Mixin QueryOptions query,
            @Option(names = "--list", description = WHOLE_LIST) boolean list,
            @Parameters(index = "0", paramLabel = "PARTITION", description = AS_IN) String what,
            @Parameters(index = "1", paramLabel = "WORKER") String worker) {
        return change(query, new WorkOperation.Ban(list ? null : what, list ? what : null, worker));
    }

    @Command(name = "unban", description = "Allow a partition, or with --list a task list, on that worker again.")
    int unban(
            @Mixin QueryOptions query,
            @Option(names = "--list", description = WHOLE_LIST) boolean list,
            @Parameters(index = "0", paramLabel = "PARTITION", description = AS_IN) String what,
            @Parameters(index = "1", paramLabel = "WORKER") String worker) {
        return change(query, new WorkOperation.Unban(list ? null : what, list ? what : null, worker));
    }

    /** Has the coordinator change something, and tells what came of it; returns the exit code. */
    static int change(QueryOptions query, WorkOperation operation) {
        return query.change(path(operation), operation);
    }

    static String path(WorkOperation operation) {
        return PATH + "/" + operation.name();
    }
}
