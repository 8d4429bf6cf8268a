// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The id of the leader and nothing else, for scripts. */
@Command(
        name = "leader",
        description = {"The id of an election's leader, and nothing else.", "Exit code 3 if there is none."})
public final class LeaderCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    @Parameters(paramLabel = "ELECTION", description = "As in baton elections.")
    private String election = "";

    public LeaderCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        Output output = query.output();
        JsonNode leader = LeadershipOperation.ask(election, query.connect()).path("leader");
        if (!(leader instanceof ObjectNode found)) {
            throw new CommandFailure(
                    ExitCode.NOT_THERE, "NO_LEADER", "no node leads " + TerminalSafeText.text(election));
        }
        if (output.json()) {
            output.document(found.put("election", election));
        } else {
            output.line(TerminalSafeText.text(found.path("node").asText()));
        }
        return ExitCode.OK.number();
    }
}
