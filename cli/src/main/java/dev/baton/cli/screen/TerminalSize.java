// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.io.IOException;
import java.util.Map;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** How much fits on the terminal. */
public record TerminalSize(int rows, int columns) {
    private static final TerminalSize DEFAULT = new TerminalSize(24, 80);
    private static final int MAX = 10_000;

    /** As a terminal says; 0 and less mean that it does not know. */
    static TerminalSize of(int rows, int columns) {
        return new TerminalSize(known(rows, DEFAULT.rows), known(columns, DEFAULT.columns));
    }

    /** As wide as the user says by {@code COLUMNS}, or as it is. */
    public static int columns(Map<String, String> environment) {
        String said = environment.getOrDefault("COLUMNS", "");
        return known(said.matches("[0-9]{1,5}") ? Integer.parseInt(said) : columnsNow(), DEFAULT.columns);
    }

    private static int columnsNow() {
        try {
            return TerminalProvider.load(TerminalBuilder.PROP_PROVIDER_EXEC).systemStreamWidth(SystemStream.Output);
        } catch (IOException unknown) {
            return DEFAULT.columns;
        }
    }

    private static int known(int value, int otherwise) {
        return value <= 0 ? otherwise : Math.min(value, MAX);
    }
}
