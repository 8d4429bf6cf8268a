// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The terminal while a command has it: keys come without Enter and are not echoed, and the screen is a second one, so
 * that the user's own is untouched. Given back on close, which the end of the process calls as well.
 */
public final class Terminal implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintStream out;
    private final String before;
    private boolean closed;

    private Terminal(PrintStream out, String before) {
        this.out = out;
        this.before = before;
    }

    public static Terminal open(PrintStream out) throws IOException {
        Terminal terminal = new Terminal(out, Stty.run("-g").strip());
        Runtime.getRuntime().addShutdownHook(new Thread(terminal::close, "terminal"));
        // Signals stay on: Ctrl-C ends the process as ever.
        Stty.run("-icanon", "-echo", "min", "1", "time", "0");
        out.print(ENTER);
        out.flush();
        return terminal;
    }

    /** Shows the lines from the top, as many as there is room for. */
    public void draw(List<String> lines, TerminalSize size) {
        StringBuilder frame = new StringBuilder(HOME);
        int shown = Math.min(lines.size(), size.rows());
        for (int i = 0; i < shown; i++) {
            frame.append(i == 0 ? "" : "\n").append(lines.get(i)).append(CLEAR_LINE);
        }
        synchronized (this) {
            if (!closed) {
                out.print(frame.append(CLEAR_BELOW));
                out.flush();
            }
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        out.print(LEAVE);
        out.flush();
        try {
            Stty.run(before);
        } catch (IOException gone) {
            // There is no terminal any more to be put right.
        }
    }
}
