// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.demo.ActivityFile.Span;
import dev.baton.cli.demo.DemoNode.Condition;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What the demo shows on a terminal: no line is wider, and all of them together are no higher, than the terminal. */
final class DemoScreen {
    private static final int MAX_NEWS = 50;
    private static final int NODE_WIDTH = 35;
    /** Medians of ten after kill -9 with usual settings; see docs/benchmarks.md. */
    private static final String PEERS = "after kill -9: Curator 5.8 s, etcd 3.8 s, ShedLock 4.3 s, Spring 9.7 s";

    private final Style style;
    private final Deque<String> news = new ArrayDeque<>();
    private Optional<HandOver> last = Optional.empty();
    private String cause = "";

    DemoScreen(Style style) {
        this.style = style;
    }

    synchronized void accept(DemoEvent event) {
        if (event.text().isEmpty()) {
            return;
        }
        news.addLast(event.text());
        if (news.size() > MAX_NEWS) {
            news.removeFirst();
        }
    }

    synchronized void handedOver(HandOver done, String why) {
        last = Optional.of(done);
        cause = why;
    }

    synchronized List<String> lines(DemoCluster cluster, TerminalSize size, boolean busy, long now) {
        int width = size.columns();
        List<String> top = new ArrayList<>();
        Optional<Span> leader = cluster.leader();
        String led =
                leader.map(it -> it.node() + " leads under epoch " + it.epoch()).orElse("no leader");
        top.add(style.strong(Lines.cut("Baton demo: " + led, width)));
        top.add("");
        for (DemoNode node : cluster.nodes()) {
            top.add(node(node, leader, width, now));
        }
        top.add("");
        List<String> figures = last.map(it -> figures(it, width)).orElse(List.of());
        int room = size.rows() - top.size() - 2;
        List<String> lines = new ArrayList<>(top);
        if (room >= figures.size() + 3) {
            lines.addAll(figures);
            room -= figures.size();
        }
        news.stream()
                .skip(Math.max(0, news.size() - Math.max(1, room)))
                .map(line -> news(Lines.cut(line, width)))
                .forEach(lines::add);
        while (lines.size() < size.rows() - 1) {
            lines.add("");
        }
        lines.subList(Math.max(0, size.rows() - 1), lines.size()).clear();
        lines.add(busy ? style.faint(Lines.cut("working…", width)) : keys(width));
        return lines;
    }

    private String node(DemoNode node, Optional<Span> leader, int width, long now) {
        boolean leads = leader.filter(span -> span.node().equals(node.id())).isPresent();
        String state = state(node, leads);
        String text = "%-4s %-8s %-10s".formatted(node.id(), node.pid(), state);
        String address = node.address().map(uri -> ":" + uri.getPort()).orElse("");
        String left = Lines.cut("%s %-6s".formatted(text, address), NODE_WIDTH);
        String bar = width > NODE_WIDTH + 10
                ? " " + Timeline.bar(node.spans(), now, Math.min(60, width - NODE_WIDTH - 1))
                : "";
        return colour(node, leads).apply(Lines.cut(("%-" + NODE_WIDTH + "s").formatted(left) + bar, width));
    }

    private UnaryOperator<String> colour(DemoNode node, boolean leads) {
        return switch (node.condition()) {
            case UP -> leads ? style::good : UnaryOperator.identity();
            case PAUSED -> style::doubtful;
            case KILLED -> style::bad;
        };
    }

    private static String state(DemoNode node, boolean leads) {
        if (node.condition() != Condition.UP) {
            return node.condition().name().toLowerCase(Locale.ROOT);
        }
        return leads ? "leads" : node.address().isPresent() ? "standby" : "starting";
    }

    /** The gap of the last hand-over, large, beside what others take. */
    private List<String> figures(HandOver done, int width) {
        List<String> large = LargeFigures.lines(DemoEvent.millis(done.gap()).toPlainString());
        List<String> beside = List.of(
                " ms without a leader",
                " " + cause + ": " + done.from() + " to " + done.to() + ", overlap " + DemoEvent.millis(done.overlap())
                        + " ms",
                " " + PEERS);
        List<String> lines = new ArrayList<>();
        if (large.get(0).length() > width) {
            return lines;
        }
        for (int i = 0; i < LargeFigures.HEIGHT; i++) {
            lines.add(style.good(large.get(i))
                    + Lines.cut(beside.get(i), width - large.get(i).length()));
        }
        lines.add("");
        return lines;
    }

    private String news(String line) {
        if (line.startsWith("hand-over")) {
            return style.strong(line);
        }
        if (line.startsWith("a late write")) {
            return style.doubtful(line);
        }
        return line.startsWith("FAILED") ? style.bad(line) : line;
    }

    private String keys(int width) {
        String full = keys(DemoAction::hint, "   ");
        String line = full.length() <= width ? full : keys(DemoAction::word, "  ");
        return style.strong(Lines.cut(line, width));
    }

    private static String keys(Function<DemoAction, String> text, String gap) {
        return Arrays.stream(DemoAction.values())
                        .map(action -> action.key() + " " + text.apply(action))
                        .collect(Collectors.joining(gap))
                + gap + "o dashboard" + gap + "q quit";
    }
}
