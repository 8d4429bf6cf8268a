// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.Surroundings;
import dev.baton.cli.screen.Terminal;
import dev.baton.cli.screen.TerminalSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/** The demo at a terminal: keys in, a picture out ten times a second. */
final class DemoTerminal {
    private static final Duration REDRAW_EVERY = Duration.ofMillis(100);
    /** Asking for the size starts a program, so it is not asked for with every picture. */
    private static final int PICTURES_PER_SIZE = 10;

    private final DemoScreen screen;
    private final DemoCluster cluster;
    private final LinkedBlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean(true);
    private final AtomicBoolean asPromised = new AtomicBoolean(true);

    DemoTerminal(DemoScreen screen, DemoCluster cluster) {
        this.screen = screen;
        this.cluster = cluster;
    }

    /** Shows the cluster and does what is typed; returns whether nothing failed. */
    boolean run(int count, Surroundings surroundings, IntSupplier keyboard) throws InterruptedException {
        try (Terminal terminal = Terminal.open(surroundings.out())) {
            inBackground(() -> {
                for (int key = keyboard.getAsInt(); key != -1; key = keyboard.getAsInt()) {
                    keys.add(key);
                }
                keys.add((int) 'q');
            });
            perform(() -> cluster.open(count));
            TerminalSize size = TerminalSize.now();
            Integer key = 0;
            for (int picture = 1; key == null || key != 'q'; picture++) {
                if (key != null) {
                    handle(key, surroundings);
                }
                size = picture % PICTURES_PER_SIZE == 0 ? TerminalSize.now() : size;
                terminal.draw(screen.lines(cluster, size, busy.get(), System.nanoTime()), size);
                key = keys.poll(REDRAW_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (IOException noTerminal) {
            throw new UncheckedIOException(noTerminal);
        }
        return asPromised.get();
    }

    private void handle(int key, Surroundings surroundings) {
        Optional<DemoAction> action = DemoAction.ofKey(key);
        // One action at a time: a key that comes while one is under way is not kept for later.
        if (action.isPresent() && busy.compareAndSet(false, true)) {
            perform(() -> cluster.perform(action.get()));
        } else if (key == 'o') {
            cluster.nodes().stream()
                    .flatMap(node -> node.address().stream())
                    .findFirst()
                    .ifPresent(address -> open(address, surroundings));
        }
    }

    private void perform(Runnable part) {
        inBackground(() -> {
            if (!DemoCommand.attemptKey(screen::accept, part)) {
                asPromised.set(false);
            }
            busy.set(false);
        });
    }

    /** In the user's browser, where there is a desktop; otherwise the address is shown. */
    private void open(URI address, Surroundings surroundings) {
        boolean desktop = surroundings.variable("DISPLAY").isPresent()
                || surroundings.variable("WAYLAND_DISPLAY").isPresent();
        String said = "dashboard: " + address + "/";
        if (desktop) {
            try {
                new ProcessBuilder("xdg-open", address + "/")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException none) {
                said = "no browser found; open " + address + "/";
            }
        }
        screen.accept(DemoEvent.of("dashboard", said));
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "demo");
        thread.setDaemon(true);
        thread.start();
    }
}
