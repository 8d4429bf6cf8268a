// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LossReason;
import dev.baton.cli.JsonOutput;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What Baton prints while it runs a command: on standard error, since standard output is the command's. Standard error may be
 * a pipe that the command has filled, and nothing that decides may wait for that: lines are printed by a thread of their
 * own, and dropped when too many wait.
 */
final class RunReport implements AutoCloseable {
    static final int MAX_WAITING = 1_024;
    private static final Duration MAX_FLUSH = Duration.ofMillis(500);

    private final String election;
    private final PrintStream err;
    private final boolean json;
    private final Set<Long> cannotEnd = ConcurrentHashMap.newKeySet();
    private final AtomicInteger dropped = new AtomicInteger();
    private final ThreadPoolExecutor printer;

    RunReport(String election, PrintStream err, boolean json) {
        this.election = election;
        this.err = err;
        this.json = json;
        this.printer = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                RunReport::daemon,
                (line, full) -> dropped.incrementAndGet());
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "baton-run-report");
        thread.setDaemon(true);
        return thread;
    }

    void waiting(String why) {
        say("waiting", why + "; waiting for it", JsonOutput.object().put("reason", why));
    }

    void failed(String why) {
        say("failed", why, JsonOutput.object().put("reason", why));
    }

    void standing(String node) {
        say("standing", node + " stands in " + election, JsonOutput.object().put("node", node));
    }

    void started(Leadership leadership) {
        say(
                "started",
                "leads " + election + " under epoch " + leadership.epoch() + ": the command runs",
                JsonOutput.object().put("epoch", leadership.epoch().value()));
    }

    void ended(int code) {
        say(
                "ended",
                "the command ended with exit code " + code,
                JsonOutput.object().put("exitCode", code));
    }

    void stopped(String signal) {
        say("stopped", "the command was stopped", JsonOutput.object().put("signal", signal));
    }

    /** Says it once of each process. */
    void cannotEnd(List<Long> processes) {
        List<Long> news = processes.stream().filter(cannotEnd::add).toList();
        if (!news.isEmpty()) {
            ObjectNode details = JsonOutput.object();
            news.forEach(details.putArray("processes")::add);
            say(
                    "cannot_end",
                    "processes " + news
                            + " of the command belong to another user: Baton cannot end them, and they may still run"
                            + " when another machine leads",
                    details);
        }
    }

    void lost(Epoch epoch, LossReason reason) {
        say(
                "lost",
                "stopped leading " + election + ": " + reason.name().toLowerCase(Locale.ROOT),
                JsonOutput.object().put("epoch", epoch.value()).put("reason", reason.name()));
    }

    private void say(String event, String text, ObjectNode details) {
        printer.execute(() -> {
            int lost = dropped.getAndSet(0);
            if (lost > 0) {
                print(
                        "dropped",
                        lost + " lines were dropped, because standard error did not take them",
                        JsonOutput.object().put("lines", lost));
            }
            print(event, text, details);
        });
    }

    private void print(String event, String text, ObjectNode details) {
        if (json) {
            ObjectNode line = JsonOutput.object().put("event", event).put("election", election);
            line.setAll(details);
            err.print(JsonOutput.write(line) + "\n");
        } else {
            err.print("baton: " + text + "\n");
        }
        err.flush();
    }

    /** Waits, within a bound, until what was said is printed. */
    @Override
    public void close() {
        printer.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            printer.awaitTermination(MAX_FLUSH.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ending) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
