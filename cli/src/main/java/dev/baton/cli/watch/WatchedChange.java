// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.cluster.ClusterTables;
import dev.baton.cli.cluster.LeadershipOperation;
import java.util.List;
import java.util.Optional;

/**
 * What an operator wants done.
 *
 * @param node who resigns, takes over, or is drained
 * @param elections those concerned, as they were seen: their epochs go along
 */
record WatchedChange(Kind kind, String node, List<ElectionView> elections) {
    /** What can be done. */
    enum Kind {
        /** A leader steps down. */
        RESIGN,
        /** A leader hands over to a named node. */
        TRANSFER,
        /** A node may no longer lead. */
        DRAIN,
        /** A node may lead again. */
        UNDRAIN
    }

    /** What will happen: who leads now, and who would lead next. */
    String question() {
        ElectionView first = elections.get(0);
        String now = LeadershipOperation.describe(first.name(), first.leader()) + ". ";
        return switch (kind) {
            case RESIGN -> now + TerminalSafeText.text("Should " + node + " resign? " + next(first));
            case TRANSFER -> now + TerminalSafeText.text("Hand over to " + node + "?");
            case DRAIN ->
                TerminalSafeText.text("Drain " + node + "? It may then not lead " + names()
                        + " until it is undrained or restarted." + handOvers());
            case UNDRAIN -> TerminalSafeText.text("Undrain " + node + "? It may then lead " + names() + " again.");
        };
    }

    private static String next(ElectionView election) {
        String next = ClusterTables.next(election);
        return next.isEmpty() ? "No other node may lead." : next + " would lead next.";
    }

    private String names() {
        return ClusterTables.some(elections.stream().map(ElectionView::name).toList(), ", ");
    }

    private String handOvers() {
        List<ElectionView> led = elections.stream().filter(this::isLedByNode).toList();
        List<String> each = led.stream()
                .map(it -> " It leads " + it.name() + ": " + next(it))
                .toList();
        return led.isEmpty() ? " It leads none of them." : ClusterTables.some(each, "");
    }

    boolean isLedByNode(ElectionView election) {
        LeaderView leader = election.leader();
        return leader != null && leader.node().equals(node);
    }

    /** The election that has another leadership, or none, than when this change was made up. */
    Optional<ElectionView> overtakenIn(ClusterView now) {
        return elections.stream()
                .flatMap(seen -> now.elections().stream()
                        .filter(it -> it.name().equals(seen.name()) && epoch(it) != epoch(seen)))
                .findFirst();
    }

    private static long epoch(ElectionView election) {
        LeaderView leader = election.leader();
        return leader == null ? 0 : leader.epoch();
    }
}
