// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks the leader to step down. */
@Command(name = "resign", description = "Ask an election's leader to step down, and say which node leads next.")
public final class ResignCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Parameters(paramLabel = "ELECTION")
    private String election = "";

    public ResignCommand(CliEnvironment environment) {
        this.asked = new Asked(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        Operation operation = Operation.onLeaderOf(election, asked.client());
        confirmation.require(operation.description() + ". Should it resign?", asked.environment());
        operation.resign(wait.patience()).show(asked.output());
        return ExitCode.OK.number();
    }
}
