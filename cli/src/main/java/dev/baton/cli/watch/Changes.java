// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.ElectionView;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.cluster.ClusterTables;
import dev.baton.cli.cluster.LeadershipOperation;
import dev.baton.cli.cluster.LeadershipOperation.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Does what an operator wants done, by the admin API. */
final class Changes {
    private static final Duration MAX_WAIT_FOR_LEADER = Duration.ofSeconds(10);

    private final NodeConnection client;

    Changes(NodeConnection client) {
        this.client = client;
    }

    /** Describes the outcome: who leads next and after how long, where leadership passed on. */
    String perform(WatchedChange change) throws InterruptedException {
        ElectionView first = change.elections().get(0);
        return switch (change.kind()) {
            case RESIGN -> on(first).resign(MAX_WAIT_FOR_LEADER).sentence();
            case TRANSFER ->
                on(first).transfer(change.node(), MAX_WAIT_FOR_LEADER).sentence();
            case DRAIN -> eligibility(change, false);
            case UNDRAIN -> eligibility(change, true);
        };
    }

    private LeadershipOperation on(ElectionView seen) {
        return new LeadershipOperation(client, seen.name(), seen.leader());
    }

    private String eligibility(WatchedChange change, boolean eligible) throws InterruptedException {
        List<String> told = new ArrayList<>();
        for (ElectionView election : change.elections()) {
            try {
                LeadershipOperation operation = on(election);
                Outcome outcome = operation.eligibility(change.node(), eligible);
                told.add(outcome.sentence()
                        + (!eligible && change.isLedByNode(election)
                                ? "; " + operation.awaitNext(outcome.answer(), MAX_WAIT_FOR_LEADER)
                                : ""));
            } catch (CommandFailure failed) {
                String done = told.isEmpty()
                        ? ""
                        : told.size() + " of " + change.elections().size() + " done; ";
                throw new CommandFailure(
                        failed.exitCode(),
                        failed.code(),
                        done + TerminalSafeText.text(election.name()) + ": " + failed.text());
            }
        }
        return ClusterTables.some(told, ". ");
    }
}
