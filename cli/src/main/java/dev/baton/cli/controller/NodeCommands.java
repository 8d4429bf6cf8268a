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
                "Move the replicas and leaderships of a node to others, and give it no new ones.",
                "Remains drained across restarts, until baton nodes resume."
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
            confirmation.require("Move all replicas off " + TerminalSafeText.text(node) + "?", environment);
            return new ControllerOperation.DrainNode(node, true);
        }
    }

    /** {@code baton nodes resume}. */
    @Command(name = "resume", description = "Allow a drained node to take replicas again.")
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
                "Forget a node that is gone or drained, and remove it from the Raft group.",
                "Other nodes take over its replicas."
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
                    "Forget " + TerminalSafeText.text(node) + " and remove it from the Raft group?", environment);
            return new ControllerOperation.RemoveNode(node);
        }
    }
}
