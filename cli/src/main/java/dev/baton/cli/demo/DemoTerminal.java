// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.CliEnvironment;
import dev.baton.cli.screen.FullScreen;
import dev.baton.cli.screen.Key;
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
    private final Demo demo;
    private final BlockingQueue<Key> keys = new ArrayBlockingQueue<>(MAX_KEYS);
    private final AtomicBoolean busy = new AtomicBoolean(true);
    private final AtomicBoolean asPromised = new AtomicBoolean(true);

    DemoTerminal(DemoScreen screen, Demo demo) {
        this.screen = screen;
        this.demo = demo;
    }

    /** Shows the demo and does what is typed; returns whether nothing failed. */
    boolean run(CliEnvironment environment) throws InterruptedException {
        // Nothing to do for a redraw: there is one soon in any case.
        try (FullScreen terminal = FullScreen.open(environment.in(), environment.out(), this::put, () -> {})) {
            perform(demo::open);
            Key key = Key.OTHER;
            while (key == null || !isEnd(key)) {
                if (key != null) {
                    handle(key);
                }
                terminal.draw(screen.lines(demo, terminal.size(), busy.get(), System.nanoTime()));
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

    private void handle(Key key) {
        Optional<Runnable> action = DemoRunner.action(demo, key.name());
        if (action.isEmpty()) {
            demo.press(key);
        } else if (busy.compareAndSet(false, true)) {
            // One action at a time: a key that comes while one is under way is not kept for later.
            perform(action.get());
        }
    }

    private void perform(Runnable part) {
        inBackground(() -> {
            if (!DemoRunner.attemptKey(screen::accept, part)) {
                asPromised.set(false);
            }
            busy.set(false);
        });
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "baton-demo");
        thread.setDaemon(true);
        thread.start();
    }
}
