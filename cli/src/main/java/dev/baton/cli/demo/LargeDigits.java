// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Large digits, three lines high. */
public final class LargeDigits {
    static final int HEIGHT = 3;

    private static final String DIGITS = "0123456789.";
    private static final List<String> ROWS = List.of(
            "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█    ",
            "█ █  █  █▀▀ ▀▀█ ▀▀█ ▀▀█ █▀█  ▐▌ █▀█ ▀▀█    ",
            "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀  ▀  ▀▀▀ ▀▀▀ ▀  ");
    private static final int CELL = 4;

    private LargeDigits() {}

    /** The number's lines; characters other than digits and points are left out. */
    static List<String> lines(String number) {
        return IntStream.range(0, HEIGHT)
                .mapToObj(row -> number.chars()
                        .map(DIGITS::indexOf)
                        .filter(at -> at >= 0)
                        .mapToObj(at -> cell(row, at))
                        .collect(Collectors.joining()))
                .toList();
    }

    /** The large number with one text next to each of its lines; empty if it is too wide. */
    public static List<String> beside(String number, List<String> texts, int width, Style style) {
        List<String> large = lines(number);
        if (large.get(0).length() > width) {
            return List.of();
        }
        return IntStream.range(0, HEIGHT)
                .mapToObj(row -> style.good(large.get(row))
                        + Lines.cut(texts.get(row), width - large.get(row).length()))
                .toList();
    }

    private static String cell(int row, int at) {
        String line = ROWS.get(row);
        return line.substring(Math.min(at * CELL, line.length()), Math.min((at + 1) * CELL, line.length()));
    }
}
