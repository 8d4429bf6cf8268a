// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.admin.Operation;
import dev.baton.cli.Surroundings;
import dev.baton.cli.screen.Plain;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Hands leadership to a named node. */
@Command(
        name = "transfer",
        description = {
            "Hand an election's leadership to a named node, and say which node leads next.",
            "It is another one if the named node did not take over."
        })
public final class TransferCommand extends HandOverCommand {
    @Option(names = "--to", paramLabel = "NODE", required = true, description = "The node that should lead.")
    private String successor = "";

    public TransferCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Operation operation(long epoch) {
        return new Operation.Transfer(epoch, successor);
    }

    @Override
    String question() {
        return "Should " + Plain.text(successor) + " lead?";
    }

    @Override
    String done(String leader, String election) {
        return leader + " handed " + election + " over";
    }
}
