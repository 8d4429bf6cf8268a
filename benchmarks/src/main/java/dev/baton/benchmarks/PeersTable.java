// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.benchmarks.ContenderFigures.Cost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The comparison with peers as a table in Markdown. */
record PeersTable(List<ContenderFigures> measured, List<String> missing, Load load, Duration took) {
    private static final String NOT_MEASURED = "–";

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("Milliseconds, median (least–most). The run took " + number(took.toSeconds() / 60.0)
                + " minutes; at its end: " + load.describe() + ". Candidates run with "
                + String.join(" ", ContenderLab.JVM) + ".");
        lines.add("");
        lines.add("| | setting | `kill -9` → next acts | resign → next acts | after SIGCONT two believe | packets/s,"
                + " 1 / 100 elections | threads, 1 / 100 | MB, 1 / 100 | MB of its servers |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
        measured.forEach(it -> lines.add(row(it)));
        List<Contender> faster = measured.stream()
                .map(ContenderFigures::contender)
                .filter(it -> !it.why().isEmpty())
                .toList();
        if (!faster.isEmpty()) {
            lines.add("");
            lines.add("Why the fast settings are what they are:");
            faster.forEach(it -> lines.add("- " + it.label() + ": " + it.why()));
        }
        lines.add("");
        lines.add("A process acts when:");
        new TreeMap<>(Contenders.ACTS).forEach((name, acts) -> lines.add("- " + name + ": " + acts));
        List<String> absent = new ArrayList<>(missing);
        measured.forEach(
                it -> it.unanswered().forEach(what -> absent.add(it.contender().label() + ", " + what)));
        if (!absent.isEmpty()) {
            lines.add("");
            lines.add("Not measured:");
            absent.forEach(it -> lines.add("- " + it));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String row(ContenderFigures figures) {
        Cost one = figures.one();
        Cost hundred = figures.hundred();
        return "| "
                + String.join(
                        " | ",
                        figures.contender().name(),
                        figures.contender().setting(),
                        spread(figures.killed()),
                        spread(figures.resigned()),
                        believed(figures),
                        number(one.packets()) + " / " + number(hundred.packets()),
                        one.threads() + " / " + hundred.threads(),
                        number(one.megabytes()) + " / " + number(hundred.megabytes()),
                        figures.serverMegabytes() > 0 ? number(figures.serverMegabytes()) : NOT_MEASURED)
                + " |";
    }

    private static String believed(ContenderFigures figures) {
        if (figures.believed().isEmpty()) {
            return NOT_MEASURED;
        }
        String times = figures.believers() + " of " + figures.believed().size();
        if (figures.believers() == 0) {
            return times;
        }
        double most = figures.believed().get(figures.believed().size() - 1);
        boolean cut = most >= ContenderRun.MAX_BELIEF.toMillis();
        int gaveWay = figures.pauses().successorsGaveWay();
        return times + ", " + (cut ? "at least " : "") + spread(figures.believed())
                + (gaveWay == 0 ? "" : "; " + gaveWay + " × the successor gave way");
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

    static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%,.1f" : "%,.0f", value);
    }
}
