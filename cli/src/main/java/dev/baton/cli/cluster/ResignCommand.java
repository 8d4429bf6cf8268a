// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.cluster.LeadershipOperation.Outcome;
import java.time.Duration;
import picocli.CommandLine.Command;

/** Asks the leader to step down. */
@Command(name = "resign", description = "Ask an election's leader to step down, and say which node leads next.")
public final class ResignCommand extends HandOverCommand {
    public ResignCommand(CliEnvironment environment) {
        super(environment);
    }

    @Override
    String question() {
        return "Should it resign?";
    }

    @Override
    Outcome handOver(LeadershipOperation leadership, Duration patience) throws InterruptedException {
        return leadership.resign(patience);
    }
}
