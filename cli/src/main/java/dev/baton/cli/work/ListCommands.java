// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkView;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.client.NodeConnection;
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

    /** {@code baton work lists create}. */
    @Command(name = "create", description = "Create a task list.")
    static final class Create extends WorkOperationCommand {
        @Parameters(index = "0", paramLabel = "LIST", description = AS_IN)
        private String list = "";

        @Parameters(index = "1", paramLabel = "PARTITIONS")
        private int partitions;

        @Option(
                names = "--weight",
                paramLabel = "NUMBER",
                description = "How much each partition counts when load is balanced. Default: 1.")
        private @Nullable Integer weight;

        Create(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.CreateList(list, partitions, weight);
        }
    }

    /** {@code baton work lists resize}. */
    @Command(
            name = "resize",
            description = {
                "Change how many partitions a task list has.",
                "If there are fewer, the excess partitions are released first, and then retired."
            })
    static final class Resize extends WorkOperationCommand {
        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(index = "0", paramLabel = "LIST", description = AS_IN)
        private String list = "";

        @Parameters(index = "1", paramLabel = "PARTITIONS")
        private int partitions;

        @Option(names = "--weight", paramLabel = "NUMBER", description = "A new weight as well.")
        private @Nullable Integer weight;

        /** Whether it was said that partitions go. */
        private boolean shrinks;

        Resize(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.ChangeList(list, partitions, weight, shrinks);
        }

        @Override
        void confirm(NodeConnection node, CliEnvironment environment) {
            String name = list.indexOf('/') < 0 ? "default/" + list : list;
            node.get(WorkCommand.PATH, WorkView.class).domains().stream()
                    .flatMap(it -> it.lists().stream())
                    .filter(it -> it.name().equals(name) && it.partitions() > partitions)
                    .findFirst()
                    .ifPresent(it -> {
                        confirmation.require(
                                TerminalSafeText.text(name + " has " + it.partitions()
                                        + " partitions. Release and retire those from " + partitions + " on?"),
                                environment);
                        shrinks = true;
                    });
        }
    }

    /** {@code baton work lists retire}. */
    @Command(
            name = "retire",
            description = "Release all partitions of a task list and stop assigning them until it is created again.")
    static final class Retire extends WorkOperationCommand {
        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(paramLabel = "LIST", description = "As in billing/invoices, or billing/* for a whole domain.")
        private String list = "";

        Retire(CliEnvironment environment) {
            super(environment);
        }

        @Override
        WorkOperation operation() {
            return new WorkOperation.RetireList(list);
        }

        @Override
        void confirm(NodeConnection node, CliEnvironment environment) {
            confirmation.require("Release all partitions of " + TerminalSafeText.text(list) + "?", environment);
        }
    }
}
