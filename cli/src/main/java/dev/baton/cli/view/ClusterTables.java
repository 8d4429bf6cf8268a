// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.admin.AlarmView;
import dev.baton.admin.CandidateView;
import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.EventView;
import dev.baton.admin.Json;
import dev.baton.admin.LeaderView;
import dev.baton.admin.NodeView;
import dev.baton.cli.screen.Plain;
import dev.baton.cli.screen.Spans;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How things of a cluster look in a table. */
final class ClusterTables {
    private static final int MAX_NAMES_SHOWN = 5;
    private static final String PER_PARTITION = "PER_PARTITION";

    private ClusterTables() {}

    static String headline(ClusterView cluster) {
        String unreachable =
                cluster.unreachable().isEmpty() ? "" : ", no answer from " + String.join(", ", cluster.unreachable());
        return Plain.text("cluster " + cluster.cluster() + " as seen by " + cluster.answeredBy() + " at "
                + Json.text(cluster.at()) + unreachable);
    }

    /** @param at when it was so */
    static Table elections(List<ElectionView> elections, Instant at) {
        Table table = new Table("ELECTION", "LEADER", "EPOCH", "FOR", "LEASE LEFT", "NEXT", "HAND-OVERS", "LAST GAP");
        for (ElectionView election : elections) {
            LeaderView leader = election.leader();
            if (leader == null) {
                table.row(
                        Style::bad,
                        election.name(),
                        "nobody",
                        "",
                        "",
                        "",
                        next(election),
                        election.handOvers(),
                        Spans.millis(election.lastGapMs()));
            } else {
                table.row(
                        election.name(),
                        leader.node(),
                        leader.epoch(),
                        Spans.between(leader.since(), at),
                        Spans.millis(leader.leaseLeftMs()),
                        next(election),
                        election.handOvers(),
                        Spans.millis(election.lastGapMs()));
            }
        }
        return table;
    }

    /** Says loudly which elections may have two leaders; nothing, if none may. */
    static List<String> weakPromises(List<ElectionView> elections, Style style) {
        String names = elections.stream()
                .filter(it -> PER_PARTITION.equals(it.promise()))
                .map(ElectionView::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? List.of()
                : List.of(style.bad(Plain.text("ONE LEADER PER PARTITION (quorum: none), not one in all: " + names)));
    }

    private static String next(ElectionView election) {
        LeaderView leader = election.leader();
        return election.candidates().stream()
                .filter(candidate -> candidate.eligible()
                        && (leader == null || !candidate.node().equals(leader.node())))
                .map(CandidateView::node)
                .findFirst()
                .orElse("");
    }

    static Table candidates(ElectionView election) {
        Table table = new Table("CANDIDATE", "STATE", "ELIGIBLE", "PRIORITY");
        election.candidates()
                .forEach(candidate -> table.row(
                        (style, line) -> "LEADING".equals(candidate.state()) ? style.strong(line) : line,
                        candidate.node(),
                        candidate.state(),
                        candidate.eligible() ? "yes" : "no",
                        candidate.priority()));
        return table;
    }

    static Table nodes(List<NodeView> nodes, Instant at) {
        Table table = new Table("NODE", "STATUS", "FOR", "LEADS", "ELIGIBLE", "ZONE", "WEIGHT", "VERSION", "ALARMS");
        nodes.forEach(node -> table.row(
                (style, line) -> node.status() == NodeView.Status.UP ? line : style.bad(line),
                node.id(),
                node.status().name().toLowerCase(Locale.ROOT),
                Spans.between(node.since(), at),
                leads(node),
                node.eligible() ? "yes" : "no",
                text(node.zone()),
                node.weight(),
                text(node.version()),
                node.alarms().stream().map(AlarmView::kind).distinct().collect(Collectors.joining(" "))));
        return table;
    }

    /** A node may lead hundreds. */
    private static String leads(NodeView node) {
        List<String> names = node.leads();
        String more = names.size() > MAX_NAMES_SHOWN ? " and " + (names.size() - MAX_NAMES_SHOWN) + " more" : "";
        return names.stream().limit(MAX_NAMES_SHOWN).collect(Collectors.joining(" ")) + more;
    }

    static String event(EventView event) {
        return Plain.text(Stream.of(
                        Json.text(event.at()),
                        event.node(),
                        text(event.election()),
                        event.type(),
                        text(event.duty()),
                        event.epoch() == null ? "" : "epoch " + event.epoch(),
                        event.gapMs() == null ? "" : "gap " + Spans.millis(event.gapMs()),
                        text(event.reason()),
                        text(event.detail()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("  ")));
    }

    static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
