// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import dev.baton.admin.TerminalSafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/** Rows under headings, made to fit. Cells are made harmless on their way in. */
public final class Table {
    /** A width for output that is not shown on a terminal: nothing is cut. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final String GAP = "  ";
    private static final int NARROWEST = 4;
    /** Where nothing has to fit, one long cell does not push the columns of all the other rows apart. */
    private static final int MAX_PADDED = 40;

    private final List<String> headings;
    private final List<Row> rows = new ArrayList<>();

    private record Row(List<String> cells, BiFunction<Style, String, String> emphasis) {}

    public Table(String... headings) {
        this.headings = List.of(headings);
    }

    public Table row(Object... cells) {
        return row((style, line) -> line, cells);
    }

    /** @param emphasis how the whole line is shown */
    public Table row(BiFunction<Style, String, String> emphasis, Object... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + headings.size() + " headings");
        }
        List<String> texts = Arrays.stream(cells)
                .map(cell -> TerminalSafeText.text(cell.toString()))
                .toList();
        rows.add(new Row(texts, emphasis));
        return this;
    }

    /** Heading and rows, no line wider than {@code width}. */
    public List<String> lines(int width, Style style) {
        int[] widths = fit(width);
        List<String> lines = new ArrayList<>();
        lines.add(style.faint(line(headings, widths, width)));
        rows.forEach(row -> lines.add(row.emphasis().apply(style, line(row.cells(), widths, width))));
        return lines;
    }

    /** The widest columns give way first. */
    private int[] fit(int width) {
        int[] widths = new int[headings.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(
                    Lines.width(headings.get(i)),
                    rows.stream()
                            .mapToInt(row -> Lines.width(row.cells().get(column)))
                            .max()
                            .orElse(0));
        }
        if (width == UNLIMITED) {
            return Arrays.stream(widths).map(it -> Math.min(it, MAX_PADDED)).toArray();
        }
        long total = Arrays.stream(widths).sum() + (long) GAP.length() * (widths.length - 1);
        while (total > width) {
            int widest = 0;
            for (int i = 1; i < widths.length; i++) {
                widest = widths[i] > widths[widest] ? i : widest;
            }
            if (widths[widest] <= NARROWEST) {
                break;
            }
            widths[widest]--;
            total--;
        }
        return widths;
    }

    private static String line(List<String> cells, int[] widths, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = width == UNLIMITED ? cells.get(i) : Lines.cut(cells.get(i), widths[i]);
            line.append(i == 0 ? "" : GAP).append(cell).append(" ".repeat(Math.max(0, widths[i] - Lines.width(cell))));
        }
        return Lines.cut(line.toString().stripTrailing(), width);
    }
}
