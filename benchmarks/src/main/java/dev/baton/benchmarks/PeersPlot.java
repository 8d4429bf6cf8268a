// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The comparison with peers as a picture: a row for each contender, a bar for each time, its length the median on a
 * logarithmic scale, and a line from the least to the most. It follows whether its reader prefers light or dark.
 */
record PeersPlot(List<ContenderFigures> measured) {
    private static final int LABELS = 300;
    private static final int PANEL = 230;
    private static final int GAP = 40;
    private static final int TOP = 62;
    private static final int ROW = 30;
    private static final int BAR = 12;
    private static final int BOTTOM = 44;
    /** From a millisecond to a hundred seconds. */
    private static final int DECADES = 5;

    private static final List<String> TICKS = List.of("1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s");

    private static final String STYLE = """
            <style>
            text{font:12px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.small{font-size:10px;fill:#59636e}
            .grid{stroke:#d1d9e0}.baton{fill:#0969da}.peer{fill:#8c959f}.spread{stroke:#1f2328;stroke-width:1.5}.paper{fill:#ffffff}
            @media (prefers-color-scheme:dark){text{fill:#f0f6fc}.small{fill:#9198a1}.grid{stroke:#3d444d}.baton{fill:#4493f8}
            .peer{fill:#656c76}.spread{stroke:#f0f6fc}.paper{fill:#0d1117}}
            </style>
            """;

    String svg() {
        int width = LABELS + 3 * (PANEL + GAP);
        int bottom = TOP + measured.size() * ROW;
        List<String> parts = new ArrayList<>();
        parts.add(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Times of Baton and of"
                        + " its peers\">",
                width, bottom + BOTTOM));
        parts.add(STYLE + format("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>", width, bottom + BOTTOM));
        for (int i = 0; i < measured.size(); i++) {
            Contender contender = measured.get(i).contender();
            int y = TOP + i * ROW;
            parts.add(text(8, y + 12, "title", contender.name()));
            parts.add(text(8, y + 24, "small", contender.setting()));
        }
        panel(parts, 0, "kill -9 → next acts", ContenderFigures::killed);
        panel(parts, 1, "resign → next acts", ContenderFigures::resigned);
        panel(parts, 2, "two believers after SIGCONT", ContenderFigures::believed);
        parts.add(text(
                8,
                bottom + 36,
                "small",
                "Medians on a logarithmic scale; lines from the least to the most. Three processes on one machine."));
        parts.add("</svg>");
        return String.join("\n", parts) + "\n";
    }

    private void panel(List<String> parts, int number, String title, Function<ContenderFigures, List<Double>> times) {
        int left = LABELS + number * (PANEL + GAP);
        int bottom = TOP + measured.size() * ROW;
        parts.add(text(left, 24, "title", title));
        for (int decade = 0; decade <= DECADES; decade++) {
            int x = left + PANEL * decade / DECADES;
            parts.add(format("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>", x, x, TOP - 8, bottom));
            parts.add(text(x - 10, TOP - 14, "small", TICKS.get(decade)));
        }
        for (int i = 0; i < measured.size(); i++) {
            ContenderFigures figures = measured.get(i);
            bar(parts, left, TOP + i * ROW + 6, figures.contender().isBaton(), times.apply(figures));
        }
    }

    private static void bar(List<String> parts, int left, int y, boolean baton, List<Double> sorted) {
        if (sorted.isEmpty()) {
            parts.add(text(left + 4, y + 10, "small", "not measured"));
            return;
        }
        double median = Spread.median(sorted);
        if (sorted.get(sorted.size() - 1) <= 0) {
            parts.add(text(left + 4, y + 10, "small", "0 of " + sorted.size()));
            return;
        }
        double least = at(sorted.get(0));
        double most = at(sorted.get(sorted.size() - 1));
        parts.add(format(
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                baton ? "baton" : "peer", left, y, at(median), BAR));
        parts.add(format(
                "<line class=\"spread\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                left + least, left + most, y + BAR / 2, y + BAR / 2));
        parts.add(text((int) (left + most + 4), y + 10, "small", value(median)));
    }

    private static String value(double millis) {
        // A time that the run did not wait for is shown as its lower bound.
        if (millis == ContenderRun.MAX_BELIEF.toMillis()) {
            return "≥ " + PeersTable.number(millis / 1000) + " s";
        }
        return millis >= 1000 ? PeersTable.number(millis / 1000) + " s" : PeersTable.number(millis) + " ms";
    }

    /** How far to the right a time is. */
    static double at(double millis) {
        double decade = Math.log10(Math.max(1, millis));
        return PANEL * Math.min(DECADES, decade) / DECADES;
    }

    private static String text(int x, int y, String kind, String text) {
        String safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return format("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", kind, x, y, safe);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
