// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.cluster.LeadershipOperation.Outcome;
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

    @Parameters(paramLabel = "ELECTION", description = "As in baton elections.")
    private String election = "";

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "How long to wait for the next leader; 0s does not wait. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(10);

    HandOverCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    /** Asked before it is done. */
    abstract String question();

    abstract Outcome handOver(LeadershipOperation leadership, Duration patience) throws InterruptedException;

    @Override
    public Integer call() throws InterruptedException {
        LeadershipOperation leadership = LeadershipOperation.onLeaderOf(election, query.connect());
        confirmation.require(leadership.description() + ". " + question(), query.environment());
        handOver(leadership, patience).show(query.output());
        return ExitCode.OK.number();
    }
}
