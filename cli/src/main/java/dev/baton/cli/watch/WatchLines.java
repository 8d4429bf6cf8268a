// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.EventView;
import dev.baton.cli.cluster.ClusterTables;
import dev.baton.cli.cluster.LeadershipOperation;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import dev.baton.cli.screen.TerminalSize;
import dev.baton.cli.watch.WatchRules.Message;
import dev.baton.cli.watch.WatchRules.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What {@code watch} shows: no line is wider, and all of them together are no higher, than the terminal. */
final class WatchLines {
    private static final int MAX_MESSAGE_LINES = 4;
    private static final String ON = "> ";
    private static final String OFF = "  ";

    /** The first lines fit a small terminal. */
    private static final List<String> HELP = List.of(
            "↑ k  ↓ j  move",
            "enter     candidates of an election",
            "esc       back to the cluster",
            "r         resign: the leader steps down",
            "t         transfer to a candidate",
            "d         drain: may not lead",
            "u         undrain: may lead again",
            "q         quit",
            "Ctrl-Z    suspend; fg resumes",
            "",
            "Every change asks first: y confirms, any other key cancels.",
            "A node is drained in all its elections, a candidate in the one shown.",
            "A drained node may lead again after a restart.");

    private final int width;
    private final Style style;
    private final List<String> lines = new ArrayList<>();
    private OptionalInt cursorLine = OptionalInt.empty();

    private WatchLines(int width, Style style) {
        this.width = width;
        this.style = style;
    }

    static List<String> of(WatchRules rules, TerminalSize size, Style style) {
        WatchLines body = new WatchLines(size.columns(), style);
        List<String> foot = body.foot(rules, Math.max(1, size.rows()));
        int room = Math.max(0, size.rows() - foot.size());
        List<String> all = new ArrayList<>(body.body(rules, room));
        while (all.size() < room) {
            all.add("");
        }
        all.addAll(foot);
        return all;
    }

    private List<String> body(WatchRules rules, int room) {
        if (rules.mode() == Mode.HELP) {
            HELP.forEach(line -> lines.addAll(Lines.wrap(line, width)));
        } else if (rules.openElection().isPresent()) {
            candidates(rules, rules.openElection().get());
        } else {
            cluster(rules);
            lines.add("");
            newest(rules.events(), room - lines.size())
                    .forEach(event -> lines.add(Lines.cut(ClusterTables.event(event), width)));
        }
        return around(room);
    }

    private void cluster(WatchRules rules) {
        ClusterView cluster = rules.cluster();
        String headline = cluster.cluster().isEmpty() ? "No answer yet" : ClusterTables.headline(cluster);
        lines.add(style.strong(Lines.cut(headline, width)));
        lines.add("");
        table(
                ClusterTables.elections(cluster.elections(), cluster.at()),
                cluster.elections().stream()
                        .map(it -> new Row(Row.Kind.ELECTION, it.name()))
                        .toList(),
                rules);
        lines.addAll(ClusterTables.weakPromises(cluster.elections(), style, width));
        lines.add("");
        table(
                ClusterTables.nodes(cluster.nodes(), cluster.at()),
                cluster.nodes().stream()
                        .map(it -> new Row(Row.Kind.NODE, it.id()))
                        .toList(),
                rules);
    }

    private void candidates(WatchRules rules, ElectionView election) {
        lines.add(style.strong(Lines.cut(LeadershipOperation.describe(election.name(), election.leader()), width)));
        lines.add("");
        table(
                ClusterTables.candidates(election),
                election.candidates().stream()
                        .map(it -> new Row(Row.Kind.CANDIDATE, it.node()))
                        .toList(),
                rules);
    }

    /** A table with the cursor in front of its row. */
    private void table(Table table, List<Row> rows, WatchRules rules) {
        List<String> drawn = table.lines(Math.max(0, width - ON.length()), style);
        int at = rules.cursor().map(rows::indexOf).orElse(-1);
        for (int i = 0; i < drawn.size(); i++) {
            boolean on = at >= 0 && i == at + 1;
            if (on) {
                cursorLine = OptionalInt.of(lines.size());
            }
            lines.add((on ? style.strong(Lines.cut(ON, width)) : Lines.cut(OFF, width)) + drawn.get(i));
        }
    }

    private static List<EventView> newest(List<EventView> events, int count) {
        return events.subList(Math.max(0, events.size() - Math.max(0, count)), events.size());
    }

    /** As many lines as there is room for, the one with the cursor among them. */
    private List<String> around(int room) {
        int first = Math.max(0, Math.min(cursorLine.orElse(0) - room / 2, lines.size() - room));
        return lines.subList(first, Math.min(lines.size(), first + room));
    }

    private List<String> foot(WatchRules rules, int rows) {
        List<String> foot = new ArrayList<>();
        rules.away()
                .map(why -> Lines.cut("Old: " + why, width))
                .map(style::bad)
                .filter(line -> rows > 2)
                .ifPresent(foot::add);
        Message message = rules.message();
        if (!message.text().isEmpty()) {
            int room = Math.min(MAX_MESSAGE_LINES, rows - foot.size() - 1);
            Lines.wrap(message.text(), width, room)
                    .forEach(line -> foot.add(message.bad() ? style.bad(line) : style.strong(line)));
        }
        foot.add(style.faint(hints(keys(rules))));
        return foot;
    }

    /** The most important first, for what does not fit is left out. */
    private static List<String> keys(WatchRules rules) {
        return switch (rules.mode()) {
            case CONFIRM -> List.of("y do it", "n leave it");
            case HELP -> List.of("any key goes back");
            case WORKING -> List.of("q quit");
            case BROWSE -> browsing(rules);
        };
    }

    private static List<String> browsing(WatchRules rules) {
        List<String> keys = new ArrayList<>(List.of("? help", "q quit", "↑↓ move"));
        boolean inside = rules.openElection().isPresent();
        boolean onNode =
                rules.cursor().filter(it -> it.kind() != Row.Kind.ELECTION).isPresent();
        keys.add(inside ? "esc back" : "enter candidates");
        if (!rules.mayOperate()) {
            keys.add("read only");
            return keys;
        }
        if (inside || !onNode) {
            keys.addAll(List.of("r resign", "t transfer"));
        }
        if (onNode) {
            keys.addAll(List.of("d drain", "u undrain"));
        }
        return keys;
    }

    private String hints(List<String> keys) {
        String line = Lines.cut(keys.get(0), width);
        for (String key : keys.subList(1, keys.size())) {
            String longer = line + "   " + key;
            if (Lines.width(longer) > width) {
                break;
            }
            line = longer;
        }
        return line;
    }
}
