// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import dev.baton.admin.ControllerOperation;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands below {@code baton nodes}, for clusters with a controller. */
public final class NodeCommands {
    private NodeCommands() {}

    /** Adds them. */
    public static CommandLine below(CommandLine nodes, CliEnvironment environment) {
        return nodes.addSubcommand(new Drain(environment))
                .addSubcommand(new Resume(environment))
                .addSubcommand(new Remove(environment));
    }

    /** {@code baton nodes drain}. */
    @Command(
            name = "drain",
            description = {
                "Let a node give its replicas and leads of topics to others, and take none.",
                "It stays so over restarts, until baton nodes resume."
            })
    static final class Drain extends ControllerOperationCommand {
        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(paramLabel = "NODE")
        private String node = "";

        Drain(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            confirmation.require("Should " + TerminalSafeText.text(node) + " give all its replicas away?", environment);
            return new ControllerOperation.DrainNode(node, true);
        }
    }

    /** {@code baton nodes resume}. */
    @Command(name = "resume", description = "Let a node that was drained take replicas again.")
    static final class Resume extends ControllerOperationCommand {
        @Parameters(paramLabel = "NODE")
        private String node = "";

        Resume(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            return new ControllerOperation.DrainNode(node, false);
        }
    }

    /** {@code baton nodes remove}. */
    @Command(
            name = "remove",
            description = {
                "Forget a node that is gone, or was drained, and end its membership of the Raft group.",
                "Other nodes take its replicas over."
            })
    static final class Remove extends ControllerOperationCommand {
        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(paramLabel = "NODE")
        private String node = "";

        Remove(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            confirmation.require(
                    "Should " + TerminalSafeText.text(node) + " be forgotten, and its vote in the Raft group end?",
                    environment);
            return new ControllerOperation.RemoveNode(node);
        }
    }
}
