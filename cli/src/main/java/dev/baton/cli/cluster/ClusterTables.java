// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import dev.baton.admin.AdminJson;
import dev.baton.admin.AlarmView;
import dev.baton.admin.CandidateView;
import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.EventView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.NodeView;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.screen.DurationFormat;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How things of a cluster look in a table. */
public final class ClusterTables {
    private static final int MAX_NAMES_SHOWN = 5;
    private static final String PER_PARTITION = "PER_PARTITION";

    private ClusterTables() {}

    public static String headline(ClusterView cluster) {
        String unreachable =
                cluster.unreachable().isEmpty() ? "" : ", no answer from " + String.join(", ", cluster.unreachable());
        return TerminalSafeText.text("cluster " + cluster.cluster() + " as seen by " + cluster.answeredBy() + " at "
                + AdminJson.text(cluster.at()) + unreachable);
    }

    /** @param at when it was so */
    public static Table elections(List<ElectionView> elections, Instant at) {
        Table table = new Table("ELECTION", "LEADER", "EPOCH", "FOR", "LEASE LEFT", "NEXT", "HAND-OVERS", "LAST GAP");
        for (ElectionView election : elections) {
            LeaderView leader = election.leader();
            if (leader == null) {
                table.row(
                        Style::bad,
                        election.name(),
                        "none",
                        "",
                        "",
                        "",
                        next(election),
                        election.handOvers(),
                        DurationFormat.millis(election.lastGapMs()));
            } else {
                table.row(
                        election.name(),
                        leader.node(),
                        leader.epoch(),
                        DurationFormat.between(leader.since(), at),
                        DurationFormat.millis(leader.leaseLeftMs()),
                        next(election),
                        election.handOvers(),
                        DurationFormat.millis(election.lastGapMs()));
            }
        }
        return table;
    }

    /** A warning about elections that may have two leaders; nothing if none may. */
    public static List<String> weakPromises(List<ElectionView> elections, Style style, int width) {
        String names = elections.stream()
                .filter(it -> PER_PARTITION.equals(it.guarantee()))
                .map(ElectionView::name)
                .collect(Collectors.joining(", "));
        String warning = TerminalSafeText.text("ONE LEADER PER PARTITION (quorum: none), not one in all: " + names);
        return names.isEmpty()
                ? List.of()
                : Lines.wrap(warning, width).stream().map(style::bad).toList();
    }

    /** The node that would lead after the present leader; empty if there is none. */
    public static String next(ElectionView election) {
        LeaderView leader = election.leader();
        return election.candidates().stream()
                .filter(candidate -> candidate.eligible()
                        && (leader == null || !candidate.node().equals(leader.node())))
                .map(CandidateView::node)
                .findFirst()
                .orElse("");
    }

    public static Table candidates(ElectionView election) {
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

    public static Table nodes(List<NodeView> nodes, Instant at) {
        Table table = new Table("NODE", "STATUS", "FOR", "LEADS", "ELIGIBLE", "ZONE", "WEIGHT", "VERSION", "ALARMS");
        nodes.forEach(node -> table.row(
                (style, line) -> node.status() == NodeView.Status.UP ? line : style.bad(line),
                node.id(),
                node.status().name().toLowerCase(Locale.ROOT),
                DurationFormat.between(node.since(), at),
                some(node.leads(), " "),
                node.eligible() ? "yes" : "no",
                text(node.zone()),
                node.weight(),
                text(node.version()),
                node.alarms().stream().map(AlarmView::kind).distinct().collect(Collectors.joining(" "))));
        return table;
    }

    /** The first of the names, since a node may lead hundreds. */
    public static String some(List<String> names, String separator) {
        String more = names.size() > MAX_NAMES_SHOWN ? " and " + (names.size() - MAX_NAMES_SHOWN) + " more" : "";
        return names.stream().limit(MAX_NAMES_SHOWN).collect(Collectors.joining(separator)) + more;
    }

    public static String event(EventView event) {
        return TerminalSafeText.text(Stream.of(
                        AdminJson.text(event.at()),
                        event.node(),
                        text(event.election()),
                        event.type(),
                        text(event.duty()),
                        event.epoch() == null ? "" : "epoch " + event.epoch(),
                        event.gapMs() == null ? "" : "gap " + DurationFormat.millis(event.gapMs()),
                        text(event.reason()),
                        text(event.detail()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("  ")));
    }

    static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
