// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.cluster.LeadershipOperation.Outcome;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Hands leadership to a named node. */
@Command(
        name = "transfer",
        description = {
            "Hand an election's leadership to a named node, and say which node leads next.",
            "If the named node does not take over, another one leads."
        })
public final class TransferCommand extends HandOverCommand {
    @Option(names = "--to", paramLabel = "NODE", required = true, description = "The node that should lead.")
    private String successor = "";

    public TransferCommand(CliEnvironment environment) {
        super(environment);
    }

    @Override
    String question() {
        return "Should " + TerminalSafeText.text(successor) + " lead?";
    }

    @Override
    Outcome handOver(LeadershipOperation leadership, Duration patience) throws InterruptedException {
        return leadership.transfer(successor, patience);
    }
}
