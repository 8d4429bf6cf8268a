// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.admin.Operation;
import dev.baton.cli.Surroundings;
import picocli.CommandLine.Command;

/** Asks the leader to step down. */
@Command(name = "resign", description = "Ask an election's leader to step down, and say which node leads next.")
public final class ResignCommand extends HandOverCommand {
    public ResignCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Operation operation(long epoch) {
        return new Operation.Resign(epoch);
    }

    @Override
    String question() {
        return "Should it resign?";
    }

    @Override
    String done(String leader, String election) {
        return leader + " resigned from " + election;
    }
}
