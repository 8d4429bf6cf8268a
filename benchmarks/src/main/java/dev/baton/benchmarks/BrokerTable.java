// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.benchmarks.BrokerFigures.Contender;
import dev.baton.benchmarks.BrokerFigures.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The comparison of brokers as a table in Markdown. */
record BrokerTable(BrokerFigures figures, String settings, List<String> missing, Load load) {
    private static final String NOT_MEASURED = "–";

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add(settings + " At the end of the run: " + load.describe() + ". Median (least–most).");
        lines.add("");
        lines.add(Arrays.stream(Contender.values())
                .map(it -> it.label)
                .collect(Collectors.joining(" | ", "| | goal | ", " | |")));
        lines.add("|---|---|---:|---:|---:|---|");
        for (Row row : Row.values()) {
            if (!figures.values(Contender.BATON, row).isEmpty()) {
                lines.add(line(row));
            }
        }
        if (!missing.isEmpty()) {
            lines.add("");
            lines.add("Not measured:");
            missing.forEach(it -> lines.add("- " + it));
        }
        return String.join("\n", lines) + "\n";
    }

    private String line(Row row) {
        List<String> cells = new ArrayList<>(List.of(row.label + ", " + row.unit, row.goal.text));
        for (Contender contender : Contender.values()) {
            cells.add(spread(figures.values(contender, row)));
        }
        cells.add(BrokerGoal.verdict(figures, row));
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String spread(List<Double> sorted) {
        if (sorted.isEmpty()) {
            return NOT_MEASURED;
        }
        String median = number(Spread.median(sorted));
        return sorted.size() == 1
                ? median
                : median + " (" + number(sorted.get(0)) + "–" + number(sorted.get(sorted.size() - 1)) + ")";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value).replace(',', ' ');
    }
}
