// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import dev.baton.Leadership;
import dev.baton.internal.runtime.UninterruptibleWait;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * A command that runs under a guardian and a timekeeper: separate processes that know how long the leadership lasts,
 * and end the command by then unless they get a later deadline, whatever happens to this process.
 */
public final class GuardedCommand {
    /** How often the guardian is checked, and told a new deadline if there is one. */
    private static final Duration TELL_EVERY = Duration.ofMillis(100);

    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    /** The maximum time after a deadline until nothing of the command is left. */
    private static final Duration ENDED_BY = Duration.ofSeconds(1);

    /** Both clocks are read in steps, so smaller differences do not count. */
    private static final Duration SAME = Duration.ofMillis(50);

    private final Leadership leadership;
    private final Process guardian;
    private final CommandProcesses processes;
    private final Duration grace;
    private final SuspensionCheck suspension;
    private final Writer orders;
    private final Starter starter;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private GuardedCommand(
            Leadership leadership, Process guardian, Duration grace, SuspensionCheck suspension, Starter starter) {
        this.leadership = leadership;
        this.guardian = guardian;
        this.processes = new CommandProcesses(guardian.pid());
        this.grace = grace;
        this.suspension = suspension;
        this.starter = starter;
        this.orders = guardian.outputWriter(StandardCharsets.US_ASCII);
    }

    /** Starts processes and threads; in tests it fails. */
    interface Starter {
        default Process process(ProcessBuilder builder) throws IOException {
            return builder.start();
        }

        default void thread(Thread thread) {
            thread.start();
        }
    }

    /**
     * If this throws, nothing of the command runs.
     *
     * @param environment variables for the command in addition to this process's environment
     * @param secret whether a variable of this name is withheld from the command
     * @param output where it prints: to this process's output, or to {@link #output()}
     */
    public static GuardedCommand start(
            List<String> command,
            Map<String, String> environment,
            Predicate<String> secret,
            Leadership leadership,
            Duration grace,
            ProcessBuilder.Redirect output)
            throws IOException {
        return start(command, environment, secret, leadership, grace, output, new Starter() {});
    }

    static GuardedCommand start(
            List<String> command,
            Map<String, String> environment,
            Predicate<String> secret,
            Leadership leadership,
            Duration grace,
            ProcessBuilder.Redirect output,
            Starter starter)
            throws IOException {
        SuspensionCheck suspension = new SuspensionCheck();
        Duration deadline = deadline(leadership);
        List<String> line = new ArrayList<>(GuardianScript.guard(grace, deadline));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(output)
                .redirectError(output)
                .redirectErrorStream(output.equals(ProcessBuilder.Redirect.PIPE));
        builder.environment().keySet().removeIf(secret);
        builder.environment().putAll(environment);
        GuardedCommand started = new GuardedCommand(
                leadership, start(builder, starter, deadline.plus(ENDED_BY)), grace, suspension, starter);
        started.background("baton-run-deadlines", () -> started.keepTold(deadline));
        return started;
    }

    /**
     * Java needs a thread for each process. Without one it fails and forgets the process, which runs all the same,
     * until its keepers end it, and this waits for that.
     */
    private static Process start(ProcessBuilder builder, Starter starter, Duration ended) throws IOException {
        try {
            return starter.process(builder);
        } catch (Error noThread) {
            UninterruptibleWait.within(ended.minus(Uptime.now()), nanos -> {
                TimeUnit.NANOSECONDS.sleep(nanos);
                return true;
            });
            throw noThread;
        }
    }

    /** Runs a task on a separate thread while the command lives. If no thread can be created, the command is ended. */
    public void background(String name, Runnable task) {
        try {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            starter.thread(thread);
        } catch (RuntimeException | Error noThread) {
            stop("TERM", left -> {});
            throw noThread;
        }
    }

    /** Read in this order, a pause in between makes it earlier, never later. */
    private static Duration deadline(Leadership leadership) {
        Duration now = Uptime.now();
        return now.plus(leadership.remaining());
    }

    /** The output of the command, if this process reads it. */
    public InputStream output() {
        return guardian.getInputStream();
    }

    /** Calls {@code told} with its exit code when the command has ended. */
    public void whenEnded(IntConsumer told) {
        background("baton-run-end", () -> {
            try {
                told.accept(guardian.waitFor());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    public CommandProcesses processes() {
        return processes;
    }

    /** Sends a signal to the command only, and not to what it has started. */
    public void signal(String name) {
        order("signal " + name);
    }

    /**
     * Sends the signal, then KILL after the grace time; returns when nothing of the command runs.
     *
     * @param resisting called repeatedly with the processes that this user may not end
     */
    public void stop(String signal, Consumer<List<Long>> resisting) {
        boolean hurried = false;
        boolean told = false;
        while (guardian.isAlive() || processes.isAlive()) {
            try {
                if (!told && !hurried) {
                    told = true;
                    order("stop " + signal);
                    guardian.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
                }
                // Also ends what a command has left behind that ended by itself.
                List<Long> left = processes.kill();
                if (!left.isEmpty()) {
                    resisting.accept(left);
                }
                TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
            } catch (InterruptedException overdue) {
                // To return now would mean that the command has stopped, and it has not.
                hurried = true;
            }
        }
        stopped.countDown();
        if (hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends KILL until nothing of the command runs. Returns whether that succeeded in time. */
    public boolean isGoneWithin(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        while (processes.isAlive()) {
            if (System.nanoTime() - start >= limit.toNanos()) {
                return false;
            }
            processes.kill();
            TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
        }
        return true;
    }

    private void keepTold(Duration first) {
        Duration told = first;
        try {
            while (guardian.isAlive() && leadership.mayAct()) {
                Duration deadline = deadline(leadership);
                boolean later = deadline.minus(told).compareTo(SAME) > 0;
                // Checked last: a suspension before the deadline was computed makes it too late; one after it does not.
                if (later && leadership.mayAct() && !suspension.wasSuspended()) {
                    order("deadline " + deadline.toMillis());
                    told = deadline;
                }
                if (processes.isGuardianStopped()) {
                    // The timekeeper may be stopped as well. A command without keepers must not run.
                    processes.kill();
                }
                if (stopped.await(TELL_EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException ended) {
            // There is no guardian left to tell.
        }
    }

    private synchronized void order(String what) {
        try {
            orders.write(what + "\n");
            orders.flush();
        } catch (IOException gone) {
            // The kernel has ended the command; the timekeeper ends what it had started, and so does a stop.
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "command in session %d under epoch %s", processes.session(), leadership.epoch());
    }
}
