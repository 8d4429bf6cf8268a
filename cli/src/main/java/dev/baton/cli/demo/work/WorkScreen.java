// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.demo.DemoProcess.Condition;
import dev.baton.cli.demo.LargeDigits;
import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The workers and their partitions, in lines: one cell for each partition, in the colour of its worker. */
final class WorkScreen {
    private static final Duration MARKED = Duration.ofSeconds(2);
    private static final int LEFT_WIDTH = 31;
    private static final int CELL_WIDTH = 3;
    /** What is left of the screen for everything but workers. */
    private static final int OTHER_LINES = 12;

    private final Style style;

    WorkScreen(Style style) {
        this.style = style;
    }

    List<String> lines(WorkCluster cluster, TerminalSize size, long now) {
        DemoWorkView view = cluster.reporter().view();
        WorkHistory history = cluster.reporter().history();
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(Lines.cut(title(cluster, history), size.columns())));
        lines.add("");
        Function<Integer, String> cell =
                partition -> (history.cameWithin(partition, MARKED, now) ? "▸" : " ") + "%02d".formatted(partition);
        for (DemoWorker worker : shown(cluster.workers(), size.rows() - OTHER_LINES)) {
            List<Integer> own = view.of(worker.id());
            String left = left(worker, cluster.isChosen(worker), state(worker, view), own.size());
            lines.add(coloured(worker, Lines.cut(left, size.columns()))
                    + cells(own, cell, size.columns() - LEFT_WIDTH, text -> style.cell(worker.number(), text)));
        }
        List<Integer> unowned = view.unowned();
        String left = "  %-24s %2d  ".formatted("no worker", unowned.size());
        lines.add(Lines.cut(left, size.columns()) + cells(unowned, cell, size.columns() - LEFT_WIDTH, style::alarm));
        lines.add("");
        lines.add(figures(view, history, size.columns()));
        return lines;
    }

    private static String title(WorkCluster cluster, WorkHistory history) {
        long there = cluster.workers().stream().filter(DemoWorker::isUp).count();
        String coordinator = history.coordinator()
                .map(it -> "; " + it.node() + " coordinates under epoch " + it.epoch())
                .orElse("");
        return "Baton demo: " + WorkCluster.PARTITIONS + " partitions on " + there + " workers" + coordinator;
    }

    /** All that are there, and of those that are gone the newest for which there is room. */
    private static List<DemoWorker> shown(List<DemoWorker> all, int room) {
        List<DemoWorker> shown = new ArrayList<>(all);
        for (DemoWorker worker : all) {
            if (shown.size() > room && worker.process().condition() == Condition.KILLED) {
                shown.remove(worker);
            }
        }
        return shown;
    }

    private static String left(DemoWorker worker, boolean chosen, String state, int count) {
        return "%s %-4s %-8d %-10s %2d  "
                .formatted(chosen ? ">" : " ", worker.id(), worker.process().pid(), state, count);
    }

    private static String state(DemoWorker worker, DemoWorkView view) {
        if (!worker.isUp()) {
            return worker.process().condition().name().toLowerCase(Locale.ROOT);
        }
        if (view.draining().contains(worker.id())) {
            return view.of(worker.id()).isEmpty() ? "drained" : "draining";
        }
        return view.registered().contains(worker.id()) ? "works" : "starting";
    }

    private String coloured(DemoWorker worker, String text) {
        return switch (worker.process().condition()) {
            case UP -> text;
            case PAUSED -> style.doubtful(text);
            case KILLED -> style.bad(text);
        };
    }

    /** With their numbers where there is room, otherwise one character each. */
    private static String cells(
            List<Integer> partitions, Function<Integer, String> cell, int room, Function<String, String> colour) {
        if (partitions.size() * CELL_WIDTH <= room) {
            return partitions.stream().map(cell).map(colour).collect(Collectors.joining());
        }
        return colour.apply(Lines.cut("▪".repeat(partitions.size()), Math.max(0, room)));
    }

    private String figures(DemoWorkView view, WorkHistory history, int width) {
        int overlaps = history.overlaps().size();
        String text = Lines.cut(
                "moves %d   moving %d   longest unowned %s ms   overlaps %d"
                        .formatted(
                                history.moved(),
                                view.moving().size(),
                                DemoEvent.millis(history.longestUnowned()),
                                overlaps),
                width);
        return overlaps == 0 ? text : style.bad(text);
    }

    /** How long the partitions of the last action had no worker, large. */
    List<String> large(Optional<ActionResult> last, int width) {
        return last.filter(it -> !it.moves().isEmpty())
                .map(it -> LargeDigits.beside(
                        DemoEvent.millis(it.longestUnowned()).toPlainString(),
                        List.of(
                                " ms without a worker, the longest of "
                                        + it.moves().size() + " partitions",
                                " after " + it.what(),
                                " all owned and even after " + it.took().toMillis() + " ms"),
                        width,
                        style))
                .orElse(List.of());
    }
}
