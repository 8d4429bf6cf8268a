// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Digits that can be read from the other end of a table, three lines high. */
final class LargeFigures {
    static final int HEIGHT = 3;

    private static final String DIGITS = "0123456789.";
    private static final List<String> ROWS = List.of(
            "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█    ",
            "█ █  █  █▀▀ ▀▀█ ▀▀█ ▀▀█ █▀█  ▐▌ █▀█ ▀▀█    ",
            "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀  ▀  ▀▀▀ ▀▀▀ ▀  ");
    private static final int CELL = 4;

    private LargeFigures() {}

    /** The number's lines; what is no digit and no point is left out. */
    static List<String> lines(String number) {
        return IntStream.range(0, HEIGHT)
                .mapToObj(row -> number.chars()
                        .map(DIGITS::indexOf)
                        .filter(at -> at >= 0)
                        .mapToObj(at -> cell(row, at))
                        .collect(Collectors.joining()))
                .toList();
    }

    private static String cell(int row, int at) {
        String line = ROWS.get(row);
        return line.substring(Math.min(at * CELL, line.length()), Math.min((at + 1) * CELL, line.length()));
    }
}
