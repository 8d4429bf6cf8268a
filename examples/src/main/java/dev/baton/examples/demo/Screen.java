// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.candidate.CandidateState;
import dev.baton.duty.DutyStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What the terminal shows: a table of the nodes, and the last things that happened. */
final class Screen implements Consumer<Happening> {
    private static final int LINES_OF_NEWS = 14;
    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";
    private static final String PLAIN = "\u001b[0m";

    private final Deque<String> news = new ArrayDeque<>();

    @Override
    public synchronized void accept(Happening happening) {
        if (happening.headline()) {
            boolean handOver = "hand_over".equals(happening.fields().get("type"));
            news.addLast(handOver ? BOLD + happening.text() + PLAIN : happening.text());
            if (news.size() > LINES_OF_NEWS) {
                news.removeFirst();
            }
        }
    }

    synchronized List<String> lines(List<Stage.Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(BOLD + "Baton" + PLAIN + "  " + rows.size() + " nodes in one process, lease "
                + Stage.TERMS.lease().toSeconds() + " s");
        lines.add("");
        lines.add(DIM + line("node", "state", "epoch", "lease left", "duty") + PLAIN);
        rows.forEach(row -> lines.add(line(row)));
        lines.add("");
        lines.addAll(news);
        for (int i = news.size(); i < LINES_OF_NEWS; i++) {
            lines.add("");
        }
        lines.add("");
        lines.add(Arrays.stream(Act.values())
                        .map(act -> BOLD + act.key() + PLAIN + " " + act.hint())
                        .collect(Collectors.joining("   "))
                + "   " + BOLD + "q" + PLAIN + " quit");
        return lines;
    }

    private static String line(Stage.Row row) {
        boolean up = row.condition() == DemoNode.Condition.UP;
        boolean killed = row.condition() == DemoNode.Condition.KILLED;
        CandidateState state = row.status().state();
        String line = line(
                row.node().value(),
                up ? state.name() : row.condition().name(),
                killed ? "" : row.status().epoch().map(String::valueOf).orElse(""),
                killed || row.status().epoch().isEmpty()
                        ? ""
                        : seconds(row.status().remaining()),
                killed ? "" : duty(row));
        return up && state == CandidateState.LEADING ? BOLD + line + PLAIN : up ? line : DIM + line + PLAIN;
    }

    private static String duty(Stage.Row row) {
        String duty = row.status().duties().stream()
                .map(DutyStatus::state)
                .map(Enum::name)
                .findFirst()
                .orElse("");
        return row.status().epoch().isEmpty() ? duty : duty + ", " + row.entries() + " entries written";
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    private static String line(String node, String state, String epoch, String left, String duty) {
        return String.format("  %-6s%-15s%6s%12s   %s", node, state, epoch, left, duty);
    }
}
