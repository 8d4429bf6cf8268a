// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.ClusterView;
import dev.baton.admin.EventView;
import dev.baton.admin.ListResponses;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.FullScreen;
import dev.baton.cli.screen.Key;
import dev.baton.cli.screen.Style;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Runs {@link WatchRules} on a terminal: looks, keys and outcomes reach them one by one, on the thread that draws. */
final class WatchScreen {
    private static final int MAX_EVENTS = 100;
    private static final int MAX_INPUTS = 1_000;

    private final NodeConnection client;
    private final WatchRules rules;
    private final BlockingQueue<Runnable> inputs = new ArrayBlockingQueue<>(MAX_INPUTS);
    private boolean over;
    private Optional<CommandFailure> failure = Optional.empty();

    WatchScreen(NodeConnection client, String role) {
        this.client = client;
        this.rules = new WatchRules(role);
    }

    /** Until a key, the last look or a refusal ends it. */
    void run(CliEnvironment environment, Style style, Duration interval, long looks) throws InterruptedException {
        // Nothing to do for a redraw: every input is followed by one.
        Runnable redraw = () -> inputs.offer(() -> {});
        try (FullScreen screen =
                FullScreen.open(environment.in(), environment.out(), key -> put(() -> pressed(key)), redraw)) {
            inBackground("baton-watch-refresh", () -> look(interval, looks));
            while (!over) {
                inputs.take().run();
                for (Runnable more = inputs.poll(); more != null && !over; more = inputs.poll()) {
                    more.run();
                }
                screen.draw(WatchLines.of(rules, screen.size(), style));
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private void put(Runnable input) {
        try {
            inputs.put(input);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void pressed(Key key) {
        WatchRules.Effect effect = rules.pressed(key);
        over = over || effect.quit();
        effect.perform().ifPresent(change -> inBackground("baton-watch-change", () -> perform(change)));
    }

    private void perform(WatchedChange change) throws InterruptedException {
        try {
            String outcome = new Changes(client).perform(change);
            put(() -> rules.done(outcome));
        } catch (CommandFailure refused) {
            put(() -> rules.failed(refused.text()));
        }
    }

    private void look(Duration interval, long looks) throws InterruptedException {
        for (long i = 0; i < looks; i++) {
            lookOnce();
            TimedWait.of(interval);
        }
        put(() -> over = true);
    }

    private void lookOnce() {
        try {
            ClusterView cluster = client.get("/api/v1/cluster", ClusterView.class);
            List<EventView> events = client.get("/api/v1/events?limit=" + MAX_EVENTS, ListResponses.Events.class)
                    .events();
            put(() -> rules.saw(cluster, events));
        } catch (CommandFailure away) {
            put(() -> {
                if (away.exitCode() == ExitCode.UNREACHABLE) {
                    rules.away(away.text());
                } else {
                    failure = Optional.of(away);
                    over = true;
                }
            });
        }
    }

    /** Something that takes time and may be given up. */
    private interface Task {
        void run() throws InterruptedException;
    }

    private static void inBackground(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
