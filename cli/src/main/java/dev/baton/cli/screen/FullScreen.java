// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlocking;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.Signals;

/**
 * The terminal while a command has all of it: keys come without Enter and are not echoed, and the screen is a second
 * one, so that the user's own is untouched. It is given back on {@link #close()}, which the end of the process calls as
 * well (Ctrl-C, TERM, HUP), and while the process is stopped (Ctrl-Z).
 */
public final class FullScreen implements AutoCloseable {
    private final Terminal terminal;
    private final PrintStream out;
    private final Runnable redraw;
    private final String enter;
    private final String leave;
    private final String home;
    private final String clearLine;
    private final String clearBelow;
    private final Attributes before;
    private final Attributes keyByKey;

    private boolean closed;
    private volatile boolean resized;
    private TerminalSize size;

    private FullScreen(Terminal terminal, PrintStream out, Runnable redraw) {
        this.terminal = terminal;
        this.out = out;
        this.redraw = redraw;
        this.enter = code(Capability.enter_ca_mode) + code(Capability.cursor_invisible);
        this.leave = code(Capability.cursor_normal) + code(Capability.exit_ca_mode);
        this.home = code(Capability.cursor_home);
        this.clearLine = code(Capability.clr_eol);
        this.clearBelow = code(Capability.clr_eos);
        this.before = terminal.getAttributes();
        this.keyByKey = keyByKey(before);
        this.size = sizeNow();
    }

    /**
     * Takes the terminal.
     *
     * @param keys called on its own thread with every key that is pressed
     * @param redraw called on any thread when what was drawn is gone or has another size
     * @throws CommandFailure if this terminal cannot be used so
     */
    public static FullScreen open(InputStream in, PrintStream out, Consumer<Key> keys, Runnable redraw) {
        FullScreen screen = new FullScreen(terminal(), out, redraw);
        Runtime.getRuntime().addShutdownHook(new Thread(screen::close, "baton-full-screen"));
        screen.handleSignals();
        screen.enter();
        Thread keyboard = new Thread(() -> read(in, keys), "baton-keys");
        keyboard.setDaemon(true);
        keyboard.start();
        return screen;
    }

    private static Terminal terminal() {
        try {
            // Of JLine's providers, this one gives the terminal back exactly as it was, on every JDK and without native
            // code.
            return TerminalBuilder.builder()
                    .system(true)
                    .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                    .dumb(false)
                    .encoding(StandardCharsets.UTF_8)
                    .nativeSignals(false)
                    // Otherwise it asks the terminal what it can do, and waits a second for one that does not answer.
                    .graphemeCluster(false)
                    .build();
        } catch (IOException | IllegalStateException unusable) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "NO_TERMINAL",
                    "this terminal cannot show a full screen (" + unusable.getMessage()
                            + "); use --json, or TERM=dumb");
        }
    }

    /** Ctrl-C, TERM and HUP stay the JVM's: they end the process, and that closes. */
    private void handleSignals() {
        Signals.register("WINCH", () -> {
            resized = true;
            redraw.run();
        });
        Signals.register("TSTP", this::suspend);
        Signals.register("CONT", this::enter);
    }

    private synchronized void enter() {
        if (!closed && attempt(() -> terminal.setAttributes(keyByKey))) {
            out.print(enter);
            out.flush();
            resized = true;
            redraw.run();
        }
    }

    /** Keys come one by one and are not echoed; Ctrl-C and Ctrl-Z stay signals, unlike in JLine's raw mode. */
    private static Attributes keyByKey(Attributes before) {
        Attributes changed = new Attributes(before);
        changed.setLocalFlag(LocalFlag.ICANON, false);
        changed.setLocalFlag(LocalFlag.ECHO, false);
        changed.setControlChar(ControlChar.VMIN, 1);
        changed.setControlChar(ControlChar.VTIME, 0);
        return changed;
    }

    /** When the process ends, JLine closes the terminal by itself; what comes after that has nothing to act on. */
    private static boolean attempt(Runnable task) {
        try {
            task.run();
            return true;
        } catch (IllegalStateException | IOError ended) {
            return false;
        }
    }

    /** As the terminal's user does with Ctrl-Z; {@code fg} ends it by the signal CONT. */
    private void suspend() {
        synchronized (this) {
            if (!closed) {
                leave();
                attempt(() -> terminal.setAttributes(before));
            }
        }
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .start();
        } catch (IOException cannotStop) {
            enter();
        }
    }

    private void leave() {
        out.print(leave);
        out.flush();
    }

    /** Not by the terminal's own reader: that one changes the terminal by itself, also after it was given back. */
    private static void read(InputStream in, Consumer<Key> keys) {
        NonBlockingReader reader = NonBlocking.nonBlocking("baton-keys", in, StandardCharsets.UTF_8);
        KeyDecoder decoder = new KeyDecoder(reader::read);
        try {
            Key key = decoder.next();
            while (!key.equals(Key.CLOSED)) {
                keys.accept(key);
                key = decoder.next();
            }
        } catch (IOException gone) {
            // Told below.
        }
        keys.accept(Key.CLOSED);
    }

    /** As it is now: asked for again only after it has changed. */
    public synchronized TerminalSize size() {
        if (resized && !closed) {
            resized = false;
            attempt(() -> size = sizeNow());
        }
        return size;
    }

    private TerminalSize sizeNow() {
        Size now = terminal.getSize();
        return TerminalSize.of(now.getRows(), now.getColumns());
    }

    /** Shows the lines from the top, as many as there is room for. */
    public synchronized void draw(List<String> lines) {
        if (closed) {
            return;
        }
        StringBuilder frame = new StringBuilder(home);
        int shown = Math.min(lines.size(), size.rows());
        for (int i = 0; i < shown; i++) {
            // Cleared before and not after the text: behind a line as wide as the screen, its last character would go.
            frame.append(i == 0 ? "" : "\n").append(clearLine).append(lines.get(i));
        }
        if (shown < size.rows()) {
            frame.append('\n').append(clearBelow);
        }
        out.print(frame);
        out.flush();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            leave();
        }
        try {
            terminal.close();
        } catch (IOException gone) {
            // The terminal to restore is gone.
        }
    }

    private String code(Capability capability) {
        String code = terminal.getStringCapability(capability);
        return code == null ? "" : Curses.tputs(code);
    }
}
