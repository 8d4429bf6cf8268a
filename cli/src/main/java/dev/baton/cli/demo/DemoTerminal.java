// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.screen.FullScreen;
import dev.baton.cli.screen.Key;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The demo at a terminal: keys in, a screen out ten times a second. */
final class DemoTerminal {
    private static final Duration REDRAW_EVERY = Duration.ofMillis(100);
    private static final int MAX_KEYS = 100;

    private final DemoScreen screen;
    private final DemoCluster cluster;
    private final BlockingQueue<Key> keys = new ArrayBlockingQueue<>(MAX_KEYS);
    private final AtomicBoolean busy = new AtomicBoolean(true);
    private final AtomicBoolean asPromised = new AtomicBoolean(true);

    DemoTerminal(DemoScreen screen, DemoCluster cluster) {
        this.screen = screen;
        this.cluster = cluster;
    }

    /** Shows the cluster and does what is typed; returns whether nothing failed. */
    boolean run(int count, CliEnvironment environment) throws InterruptedException {
        // Nothing to do for a redraw: there is one soon in any case.
        try (FullScreen terminal = FullScreen.open(environment.in(), environment.out(), this::put, () -> {})) {
            perform(() -> cluster.open(count));
            Key key = Key.OTHER;
            while (key == null || !isEnd(key)) {
                if (key != null) {
                    handle(key, environment);
                }
                terminal.draw(screen.lines(cluster, terminal.size(), busy.get(), System.nanoTime()));
                key = keys.poll(REDRAW_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return asPromised.get();
    }

    private void put(Key key) {
        try {
            keys.put(key);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isEnd(Key key) {
        return key.equals(Key.CLOSED) || key.name().equals("q");
    }

    private void handle(Key key, CliEnvironment environment) {
        Optional<DemoAction> action = DemoAction.ofKey(key.name());
        // One action at a time: a key that comes while one is under way is not kept for later.
        if (action.isPresent() && busy.compareAndSet(false, true)) {
            perform(() -> cluster.perform(action.get()));
        } else if (key.name().equals("o")) {
            cluster.nodes().stream()
                    .flatMap(node -> node.address().stream())
                    .findFirst()
                    .ifPresent(address -> open(address, environment));
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
    private void open(URI address, CliEnvironment environment) {
        boolean desktop = environment.variable("DISPLAY").isPresent()
                || environment.variable("WAYLAND_DISPLAY").isPresent();
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
