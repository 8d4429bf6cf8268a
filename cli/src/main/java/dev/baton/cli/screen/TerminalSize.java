// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.io.IOException;
import java.util.Map;

/** How much fits on the terminal. */
public record TerminalSize(int rows, int columns) {
    private static final TerminalSize USUAL = new TerminalSize(24, 80);
    private static final int LEAST = 20;
    private static final int MOST = 10_000;

    /** As wide as the user says by {@code COLUMNS}, or as it is. */
    public static int columns(Map<String, String> environment) {
        String said = environment.getOrDefault("COLUMNS", "");
        return said.matches("[0-9]{1,5}") ? sane(Integer.parseInt(said), USUAL.columns) : now().columns;
    }

    /** As it is now; a usual one where it cannot be told. */
    public static TerminalSize now() {
        try {
            String[] size = Stty.run("size").strip().split(" ");
            return size.length == 2
                    ? new TerminalSize(
                            sane(Integer.parseInt(size[0]), USUAL.rows), sane(Integer.parseInt(size[1]), USUAL.columns))
                    : USUAL;
        } catch (IOException | NumberFormatException unknown) {
            return USUAL;
        }
    }

    private static int sane(int value, int usual) {
        return value == 0 ? usual : Math.min(Math.max(value, LEAST), MOST);
    }
}
