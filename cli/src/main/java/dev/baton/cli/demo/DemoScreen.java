// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.Surroundings;
import dev.baton.cli.demo.DemoNode.Condition;
import dev.baton.cli.demo.WitnessFile.Span;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import dev.baton.cli.screen.Terminal;
import dev.baton.cli.screen.TerminalSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** The demo on the whole screen of a terminal. */
final class DemoScreen implements Consumer<Happening> {
    private static final int LINES_OF_NEWS = 12;
    private static final Duration REDRAW_EVERY = Duration.ofMillis(100);

    private final Style style;
    private final Deque<String> news = new ArrayDeque<>();

    DemoScreen(Style style) {
        this.style = style;
    }

    @Override
    public synchronized void accept(Happening happening) {
        if (!happening.text().isEmpty()) {
            boolean handOver = happening.fields().path("type").asText().equals("hand_over");
            news.addLast(handOver ? style.strong(happening.text()) : happening.text());
            if (news.size() > LINES_OF_NEWS) {
                news.removeFirst();
            }
        }
    }

    /** Shows the stage and performs what is typed; returns whether all of it went as it was meant to. */
    boolean play(Stage stage, int count, Surroundings surroundings, IntSupplier keyboard) throws InterruptedException {
        LinkedBlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
        AtomicBoolean busy = new AtomicBoolean(true);
        AtomicBoolean asPlotted = new AtomicBoolean(true);
        try (Terminal terminal = Terminal.open(surroundings.out())) {
            daemon(() -> {
                for (int key = keyboard.getAsInt(); key != -1; key = keyboard.getAsInt()) {
                    keys.add(key);
                }
                keys.add((int) 'q');
            });
            perform(busy, asPlotted, () -> stage.open(count));
            Integer key = 0;
            while (key == null || key != 'q') {
                Optional<Act> act = key == null ? Optional.empty() : Act.ofKey(key);
                // One act at a time: a key that comes while one is under way is not kept for later.
                if (act.isPresent() && busy.compareAndSet(false, true)) {
                    perform(busy, asPlotted, () -> stage.perform(act.get()));
                }
                TerminalSize size = TerminalSize.now();
                terminal.draw(lines(stage, size, busy.get()), size);
                key = keys.poll(REDRAW_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (IOException noTerminal) {
            throw new UncheckedIOException(noTerminal);
        }
        return asPlotted.get();
    }

    private void perform(AtomicBoolean busy, AtomicBoolean asPlotted, Runnable part) {
        daemon(() -> {
            if (!DemoCommand.attempt(this, part)) {
                asPlotted.set(false);
            }
            busy.set(false);
        });
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "demo");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized List<String> lines(Stage stage, TerminalSize size, boolean busy) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong("Baton") + "  " + stage.nodes().size() + " nodes, each a process of its own");
        lines.add("");
        Optional<Span> leader = stage.leader();
        Table table = new Table("NODE", "PID", "STATE", "EPOCH", "DASHBOARD");
        for (DemoNode node : stage.nodes()) {
            String epoch = leader.filter(span -> span.node().equals(node.id()))
                    .map(span -> Long.toString(span.epoch()))
                    .orElse("");
            boolean leads = !epoch.isEmpty();
            boolean up = node.condition() == Condition.UP;
            table.row(
                    (shown, line) -> leads ? shown.strong(line) : up ? line : shown.faint(line),
                    node.id(),
                    node.pid(),
                    state(node, leads),
                    epoch,
                    node.address().map(address -> address + "/").orElse(""));
        }
        lines.addAll(table.lines(size.columns(), style));
        lines.add("");
        lines.addAll(news);
        while (lines.size() < stage.nodes().size() + 4 + LINES_OF_NEWS) {
            lines.add("");
        }
        lines.add("");
        lines.add(busy ? style.faint("…") : keys());
        return lines;
    }

    private static String state(DemoNode node, boolean leads) {
        if (node.condition() != Condition.UP) {
            return node.condition().name().toLowerCase(Locale.ROOT);
        }
        return leads ? "leads" : node.address().isPresent() ? "stands by" : "starts";
    }

    private String keys() {
        return Arrays.stream(Act.values())
                        .map(act -> style.strong(String.valueOf(act.key())) + " " + act.hint())
                        .collect(Collectors.joining("   "))
                + "   " + style.strong("q") + " quit";
    }
}
