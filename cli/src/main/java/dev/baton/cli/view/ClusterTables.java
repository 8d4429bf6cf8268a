// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import dev.baton.cli.client.ClusterInfo;
import dev.baton.cli.client.ElectionInfo;
import dev.baton.cli.client.ElectionInfo.CandidateInfo;
import dev.baton.cli.client.ElectionInfo.LeaderInfo;
import dev.baton.cli.client.EventInfo;
import dev.baton.cli.client.NodeInfo;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Plain;
import dev.baton.cli.screen.Spans;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How things of a cluster look in a table. */
public final class ClusterTables {
    private static final int MAX_NAMES_SHOWN = 5;
    private static final String PER_PARTITION = "PER_PARTITION";

    private ClusterTables() {}

    public static String headline(ClusterInfo cluster) {
        String unreachable =
                cluster.unreachable().isEmpty() ? "" : ", no answer from " + String.join(", ", cluster.unreachable());
        return Plain.text("cluster " + text(cluster.cluster()) + " as seen by " + text(cluster.answeredBy()) + " at "
                + text(cluster.at()) + unreachable);
    }

    /** @param at when it was so; without it nothing can be said about how long */
    public static Table elections(List<ElectionInfo> elections, @Nullable String at) {
        Table table = new Table("ELECTION", "LEADER", "EPOCH", "FOR", "LEASE LEFT", "NEXT", "HAND-OVERS", "LAST GAP");
        for (ElectionInfo election : elections) {
            LeaderInfo leader = election.leader();
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
    public static List<String> weakPromises(List<ElectionInfo> elections, Style style, int width) {
        String names = elections.stream()
                .filter(it -> PER_PARTITION.equals(it.promise()))
                .map(ElectionInfo::name)
                .collect(Collectors.joining(", "));
        String warning = Plain.text("ONE LEADER PER PARTITION (quorum: none), not one in all: " + names);
        return names.isEmpty()
                ? List.of()
                : Lines.wrap(warning, width).stream().map(style::bad).toList();
    }

    /** The node that would lead after the present leader; empty if there is none. */
    public static String next(ElectionInfo election) {
        LeaderInfo leader = election.leader();
        return election.candidates().stream()
                .filter(candidate -> candidate.eligible()
                        && (leader == null || !candidate.node().equals(leader.node())))
                .map(CandidateInfo::node)
                .findFirst()
                .orElse("");
    }

    public static Table candidates(ElectionInfo election) {
        Table table = new Table("CANDIDATE", "STATE", "ELIGIBLE", "PRIORITY");
        election.candidates()
                .forEach(candidate -> table.row(
                        (style, line) -> "LEADING".equals(candidate.state()) ? style.strong(line) : line,
                        candidate.node(),
                        text(candidate.state()),
                        candidate.eligible() ? "yes" : "no",
                        candidate.priority()));
        return table;
    }

    public static Table nodes(List<NodeInfo> nodes, @Nullable String at) {
        Table table = new Table("NODE", "STATUS", "FOR", "LEADS", "ELIGIBLE", "ZONE", "WEIGHT", "VERSION", "ALARMS");
        nodes.forEach(node -> table.row(
                (style, line) -> node.up() ? line : style.bad(line),
                node.id(),
                text(node.status()),
                Spans.between(node.since(), at),
                some(node.leads(), " "),
                node.eligible() ? "yes" : "no",
                text(node.zone()),
                node.weight(),
                text(node.version()),
                node.alarms().stream().map(NodeInfo.AlarmInfo::kind).distinct().collect(Collectors.joining(" "))));
        return table;
    }

    /** The first of the names, since a node may lead hundreds. */
    public static String some(List<String> names, String separator) {
        String more = names.size() > MAX_NAMES_SHOWN ? " and " + (names.size() - MAX_NAMES_SHOWN) + " more" : "";
        return names.stream().limit(MAX_NAMES_SHOWN).collect(Collectors.joining(separator)) + more;
    }

    public static String event(EventInfo event) {
        return Plain.text(Stream.of(
                        text(event.at()),
                        text(event.node()),
                        text(event.election()),
                        text(event.type()),
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
