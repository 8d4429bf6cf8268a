// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.screen.Plain;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Hands leadership to a named node. */
@Command(
        name = "transfer",
        description = {
            "Hand an election's leadership to a named node, and say which node leads next.",
            "It is another one if the named node did not take over."
        })
public final class TransferCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Parameters(paramLabel = "ELECTION")
    private String election = "";

    @Option(names = "--to", paramLabel = "NODE", required = true, description = "The node that should lead.")
    private String successor = "";

    public TransferCommand(CliEnvironment environment) {
        this.asked = new Asked(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        Operation operation = Operation.onLeaderOf(election, asked.client());
        confirmation.require(
                operation.description() + ". Should " + Plain.text(successor) + " lead?", asked.environment());
        operation.transfer(successor, wait.patience()).show(asked.output());
        return ExitCode.OK.number();
    }
}
