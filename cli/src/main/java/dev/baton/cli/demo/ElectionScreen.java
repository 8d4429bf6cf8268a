// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.demo.ActivityFile.Span;
import dev.baton.cli.demo.DemoProcess.Condition;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The nodes of an election and its last hand-over, in lines. */
final class ElectionScreen {
    private static final int NODE_WIDTH = 35;
    /** Medians of ten after kill -9 with usual settings; see docs/benchmarks.md. */
    private static final String PEERS = "after kill -9: Curator 5.8 s, etcd 3.8 s, ShedLock 4.3 s, Spring 9.7 s";

    private final Style style;

    ElectionScreen(Style style) {
        this.style = style;
    }

    List<String> lines(DemoCluster cluster, int width, long now) {
        List<String> lines = new ArrayList<>();
        Optional<Span> leader = cluster.leader();
        String led =
                leader.map(it -> it.node() + " leads under epoch " + it.epoch()).orElse("no leader");
        lines.add(style.strong(Lines.cut("Baton demo: " + led, width)));
        lines.add("");
        cluster.nodes().forEach(node -> lines.add(node(node, leader, width, now)));
        return lines;
    }

    private String node(DemoNode node, Optional<Span> leader, int width, long now) {
        boolean leads = leader.filter(span -> span.node().equals(node.id())).isPresent();
        String state = state(node, leads);
        String text = "%-4s %-8s %-10s".formatted(node.id(), node.process().pid(), state);
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

    /** The gap of a hand-over, large, beside what others take. */
    List<String> figures(HandOver done, String cause, int width) {
        return LargeDigits.beside(
                DemoEvent.millis(done.gap()).toPlainString(),
                List.of(
                        " ms without a leader",
                        " " + cause + ": " + done.from() + " to " + done.to() + ", overlap "
                                + DemoEvent.millis(done.overlap()) + " ms",
                        " " + PEERS),
                width,
                style);
    }
}
