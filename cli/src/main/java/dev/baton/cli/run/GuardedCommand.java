// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.core.Leadership;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * A command that runs under a guardian: a process of its own that is told how long the leadership lasts, and ends the
 * command by then if it hears no more, whatever became of this process.
 */
final class GuardedCommand {
    /** How often the guardian is told of a new deadline, if there is one. */
    private static final Duration TELL_EVERY = Duration.ofMillis(100);

    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    /** Both clocks are read in steps; what moves by less did not move. */
    private static final Duration SAME = Duration.ofMillis(50);

    private static final String SCRIPT = script();

    private final Leadership leadership;
    private final Process guardian;
    private final ProcessGroup group;
    private final Duration grace;
    private final Writer deadlines;
    private final Thread teller;

    private GuardedCommand(Leadership leadership, Process guardian, Duration grace, Duration told) {
        this.leadership = leadership;
        this.guardian = guardian;
        this.group = new ProcessGroup(guardian.pid());
        this.grace = grace;
        this.deadlines = guardian.outputWriter(StandardCharsets.US_ASCII);
        this.teller = new Thread(() -> tell(told), "baton-run-deadlines");
        teller.setDaemon(true);
        teller.start();
    }

    /**
     * @param environment what the command gets on top of this process's environment
     * @param secrets what it does not get
     */
    static GuardedCommand start(
            List<String> command,
            Map<String, String> environment,
            List<String> secrets,
            Leadership leadership,
            Duration grace)
            throws IOException {
        Duration deadline = deadline(leadership);
        List<String> line = new ArrayList<>(
                List.of("setsid", "sh", "-c", SCRIPT, "baton-guardian", millis(grace), millis(deadline)));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        secrets.forEach(builder.environment()::remove);
        return new GuardedCommand(leadership, builder.start(), grace, deadline);
    }

    /** Read in this order, a pause in between makes it earlier, never later. */
    private static Duration deadline(Leadership leadership) {
        Duration now = Uptime.now();
        return now.plus(leadership.remaining());
    }

    private static String millis(Duration span) {
        return Long.toString(span.toMillis());
    }

    /** Calls {@code told} with its exit code when the command has ended. */
    void whenEnded(IntConsumer told) {
        Thread waiter = new Thread(
                () -> {
                    try {
                        told.accept(guardian.waitFor());
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                },
                "baton-run-end");
        waiter.setDaemon(true);
        waiter.start();
    }

    boolean isAlive() {
        return guardian.isAlive();
    }

    /** Passes a signal on to the command alone: what it has started may not know what to do with it. */
    void signal(String name) {
        // The guardian's other child is deaf to it.
        guardian.children().forEach(child -> ProcessGroup.signal(name, child.pid()));
    }

    /** Sends the signal, then KILL after the grace time; returns when nothing of the command runs any more. */
    void stop(String signal) {
        boolean hurried = false;
        boolean told = false;
        while (group.isAlive()) {
            try {
                if (!told && !hurried) {
                    told = true;
                    group.signal(signal);
                    guardian.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
                }
                // Also what a command left behind that has ended by itself.
                group.signal("KILL");
                TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
            } catch (InterruptedException overdue) {
                // Coming back now would say that the command is stopped, and it is not.
                hurried = true;
            }
        }
        teller.interrupt();
        if (hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Duration first) {
        Duration told = first;
        try {
            while (guardian.isAlive() && leadership.mayAct()) {
                Duration deadline = deadline(leadership);
                if (deadline.minus(told).compareTo(SAME) > 0 && leadership.mayAct()) {
                    deadlines.write(millis(deadline) + "\n");
                    deadlines.flush();
                    told = deadline;
                }
                TimeUnit.NANOSECONDS.sleep(TELL_EVERY.toNanos());
            }
        } catch (InterruptedException | IOException ended) {
            // The guardian ends the command at the deadline that it knows.
        }
    }

    private static String script() {
        try (InputStream in = GuardedCommand.class.getResourceAsStream("guardian.sh")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks guardian.sh");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(text -> !text.startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "command in group %d under epoch %s", group.id(), leadership.epoch());
    }
}
