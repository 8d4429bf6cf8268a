// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Allows a node to lead, or forbids it. */
@Command(
        name = "eligible",
        description = {
            "Allow a node to lead an election, or forbid it.",
            "A leader that is forbidden to lead steps down. Lasts until the node is restarted."
        })
public final class EligibleCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Parameters(index = "0", paramLabel = "ELECTION", description = "As in baton elections.")
    private String election = "";

    @Parameters(index = "1", paramLabel = "NODE", description = "As in baton nodes.")
    private String node = "";

    @Parameters(index = "2", paramLabel = "yes|no", description = "Whether it may lead.")
    private Answer may = Answer.no;

    /** As it is typed. */
    enum Answer {
        yes,
        no
    }

    public EligibleCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        boolean eligible = may == Answer.yes;
        LeadershipOperation operation = LeadershipOperation.on(election, query.connect());
        if (!eligible) {
            confirmation.require(
                    operation.description() + ". Forbid " + TerminalSafeText.text(node) + " to lead?",
                    query.environment());
        }
        operation.eligibility(node, eligible).show(query.output());
        return ExitCode.OK.number();
    }
}
