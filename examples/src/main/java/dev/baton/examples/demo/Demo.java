// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import static dev.baton.examples.demo.Happening.millis;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Five candidates in one process, and an audience that kills, pauses or replaces the leader and sees what follows.
 *
 * <p>Exit codes: 0 everything followed as promised, 1 something did not, 2 asked wrongly.
 */
public final class Demo {
    private static final int NODES = 5;
    private static final int END = -1;
    private static final long REDRAW_MILLIS = 150;

    private final Arguments arguments;
    private final PrintStream out;

    private Demo(Arguments arguments, PrintStream out) {
        this.arguments = arguments;
        this.out = out;
    }

    public static void main(String[] arguments) throws InterruptedException {
        // What the nodes log is on show already; it would only cross the picture.
        System.setProperty("baton.log", System.getProperty("baton.log", "OFF"));
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try {
            boolean terminal = Boolean.getBoolean("baton.terminal");
            System.exit(new Demo(Arguments.parse(arguments), out).run(terminal) ? 0 : 1);
        } catch (IllegalArgumentException wrong) {
            System.err.println("baton demo: " + wrong.getMessage());
            System.err.println(Arguments.USAGE);
            System.exit(2);
        }
    }

    private boolean run(boolean terminal) throws InterruptedException {
        if (arguments.script().isPresent()) {
            return play(arguments.script().get());
        }
        return (terminal && !arguments.json()) ? onScreen() : inLines();
    }

    private void print(Happening happening) {
        if (arguments.json()) {
            out.println(happening.json());
        } else if (happening.headline()) {
            out.println(happening.text());
        }
    }

    /** Performs the acts one after another, and stops at the first that goes wrong. */
    private boolean play(List<Act> script) {
        try (Stage stage = new Stage(this::print)) {
            boolean asPlotted = attempt(this::print, () -> {
                stage.open(NODES);
                script.forEach(stage::perform);
            });
            return end(stage, asPlotted);
        }
    }

    /** Without a terminal: keys are characters of standard input, performed in order, and the end of it is the end. */
    private boolean inLines() {
        try (Stage stage = new Stage(this::print)) {
            boolean asPlotted = attempt(this::print, () -> stage.open(NODES));
            for (int key = readKey(); key != END && key != 'q'; key = readKey()) {
                Optional<Act> act = Act.ofKey(key);
                if (act.isPresent()) {
                    asPlotted &= attempt(this::print, () -> stage.perform(act.get()));
                }
            }
            return end(stage, asPlotted);
        }
    }

    private boolean onScreen() throws InterruptedException {
        Screen screen = new Screen();
        ExecutorService performer = Executors.newSingleThreadExecutor(Demo::daemon);
        LinkedBlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
        AtomicBoolean busy = new AtomicBoolean();
        try (Stage stage = new Stage(screen)) {
            try (Terminal terminal = Terminal.open(out)) {
                daemon(() -> {
                            for (int key = readKey(); key != END; key = readKey()) {
                                keys.add(key);
                            }
                            keys.add((int) 'q');
                        })
                        .start();
                boolean opened = attempt(screen, () -> stage.open(NODES));
                Integer key = opened ? Integer.valueOf(0) : Integer.valueOf('q');
                while (key == null || key != 'q') {
                    Optional<Act> act = key == null ? Optional.empty() : Act.ofKey(key);
                    // One act at a time: a key that comes while one is under way is not kept for later.
                    if (act.isPresent() && busy.compareAndSet(false, true)) {
                        performer.execute(() -> {
                            attempt(screen, () -> stage.perform(act.get()));
                            busy.set(false);
                        });
                    }
                    terminal.draw(screen.lines(stage.rows()));
                    key = keys.poll(REDRAW_MILLIS, TimeUnit.MILLISECONDS);
                }
            } catch (IOException noTerminal) {
                throw new UncheckedIOException(noTerminal);
            }
            performer.shutdownNow();
            stage.handOvers().forEach(done -> out.println(Stage.describe(done)));
            return end(stage, true);
        }
    }

    private static boolean attempt(Consumer<Happening> audience, Runnable part) {
        try {
            part.run();
            return true;
        } catch (PlotException failed) {
            String why = String.valueOf(failed.getMessage());
            audience.accept(Happening.of("failed", "FAILED: " + why).with("why", why));
            return false;
        }
    }

    private boolean end(Stage stage, boolean asPlotted) {
        boolean ok = asPlotted && stage.promisesKept();
        int count = stage.handOvers().size();
        print(Happening.of(
                        "summary",
                        "%d hand-over%s, longest overlap %s ms: %s"
                                .formatted(
                                        count,
                                        count == 1 ? "" : "s",
                                        millis(stage.overlap()),
                                        ok ? "as promised" : "NOT AS PROMISED"))
                .with("hand_overs", count)
                .with("overlap_ms", millis(stage.overlap()))
                .with("ok", ok));
        return ok;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "demo");
        thread.setDaemon(true);
        return thread;
    }

    private static int readKey() {
        try {
            return System.in.read();
        } catch (IOException gone) {
            return END;
        }
    }
}
