// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.Operation;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.Surroundings;
import dev.baton.cli.screen.Plain;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands have in common that let a leader hand over: they ask first, and tell which node leads next. */
abstract class HandOverCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "ELECTION")
    private String election = "";

    @Option(
            names = "--wait",
            paramLabel = "SPAN",
            defaultValue = "10s",
            description = "How long to wait for the next leader; 0s does not wait. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(10);

    HandOverCommand(Surroundings surroundings) {
        this.query = new QueryOptions(surroundings);
    }

    /** What is to be done to the leadership of this epoch. */
    abstract Operation operation(long epoch);

    /** QueryOptions before it is done. */
    abstract String question();

    /** What the leader did, as in {@code n1 resigned from orders}. */
    abstract String done(String leader, String election);

    @Override
    public Integer call() throws InterruptedException {
        Output output = query.output();
        LeadershipOperation seen = LeadershipOperation.on(election, query.connect());
        confirmation.require(seen.description() + ". " + question(), query.surroundings());
        ObjectNode answer = seen.perform(operation(seen.leader().epoch()));
        String next = seen.awaitNext(answer, patience);
        if (output.json()) {
            output.document(answer);
        } else {
            output.line(Plain.text(done(seen.leader().node(), election) + "; ") + next);
        }
        return ExitCode.OK.number();
    }
}
