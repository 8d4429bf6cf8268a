// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkView;
import dev.baton.cli.Confirmation;
import dev.baton.cli.cluster.QueryOptions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that create, change and retire task lists. */
@Command(
        name = "lists",
        description = "Create, resize and retire task lists; baton work shows them.",
        synopsisSubcommandLabel = "COMMAND")
final class ListCommands implements Runnable {
    private static final String AS_IN = "As in billing/invoices; without a domain it is in default.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: create, resize or retire");
    }

    @Command(name = "create", description = "Create a task list.")
    int create(
            @Mixin QueryOptions query,
            @Parameters(index = "0", paramLabel = "LIST", description = AS_IN) String list,
            @Parameters(index = "1", paramLabel = "PARTITIONS") int partitions,
            @Option(
                            names = "--weight",
                            paramLabel = "NUMBER",
                            description = "How much each partition counts when load is balanced. Default: 1.")
                    @Nullable
                    Integer weight) {
        return WorkCommand.change(query, new WorkOperation.CreateList(list, partitions, weight));
    }

    @Command(
            name = "resize",
            description = {
                "Change how many partitions a task list has.",
                "If there are fewer, the excess partitions are released first, and then retired."
            })
    int resize(
            @Mixin QueryOptions query,
            @Mixin Confirmation confirmation,
            @Parameters(index = "0", paramLabel = "LIST", description = AS_IN) String list,
            @Parameters(index = "1", paramLabel = "PARTITIONS") int partitions,
            @Option(names = "--weight", paramLabel = "NUMBER", description = "A new weight as well.") @Nullable
                    Integer weight) {
        String name = list.indexOf('/') < 0 ? "default/" + list : list;
        Optional<Integer> more = query.connect().get(WorkCommand.PATH, WorkView.class).domains().stream()
                .flatMap(it -> it.lists().stream())
                .filter(it -> it.name().equals(name) && it.partitions() > partitions)
                .map(WorkView.WorkList::partitions)
                .findFirst();
        more.ifPresent(before -> confirmation.require(
                TerminalSafeText.text(
                        name + " has " + before + " partitions. Release and retire those from " + partitions + " on?"),
                query.environment()));
        return WorkCommand.change(query, new WorkOperation.ChangeList(list, partitions, weight, more.isPresent()));
    }

    @Command(
            name = "retire",
            description = "Release all partitions of a task list and stop assigning them until it is created again.")
    int retire(
            @Mixin QueryOptions query,
            @Mixin Confirmation confirmation,
            @Parameters(paramLabel = "LIST", description = "As in billing/invoices, or billing/* for a whole domain.")
                    String list) {
        confirmation.require("Release all partitions of " + TerminalSafeText.text(list) + "?", query.environment());
        return WorkCommand.change(query, new WorkOperation.RetireList(list));
    }
}
