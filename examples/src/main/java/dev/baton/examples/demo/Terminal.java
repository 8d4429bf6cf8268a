// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The terminal while the demo has it: keys come without Enter and are not echoed, and the screen is a second one, so
 * that the user's own is untouched. Given back on close, which the end of the process calls as well.
 */
final class Terminal implements AutoCloseable {
    private static final File TTY = new File("/dev/tty");
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K\n";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintStream out;
    private final String before;
    private boolean closed;

    private Terminal(PrintStream out, String before) {
        this.out = out;
        this.before = before;
    }

    static Terminal open(PrintStream out) throws IOException {
        Terminal terminal = new Terminal(out, stty("-g").strip());
        Runtime.getRuntime().addShutdownHook(new Thread(terminal::close, "terminal"));
        // Signals stay on: Ctrl-C ends the process as ever.
        stty("-icanon", "-echo", "min", "1", "time", "0");
        out.print(ENTER);
        out.flush();
        return terminal;
    }

    void draw(List<String> lines) {
        StringBuilder frame = new StringBuilder(HOME);
        lines.forEach(line -> frame.append(line).append(CLEAR_LINE));
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
            stty(before);
        } catch (IOException gone) {
            // There is no terminal any more to be put right.
        }
    }

    private static String stty(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectInput(TTY)
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("stty: " + answer.strip());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stty was interrupted", stopped);
        }
        return answer;
    }
}
