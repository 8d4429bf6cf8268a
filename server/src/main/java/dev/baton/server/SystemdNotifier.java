// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies systemd that this process serves, is healthy, and stops, if the unit asks for it. Systemd's own program
 * {@code systemd-notify} sends each notification: it is a datagram to a Unix socket, which Java cannot send.
 */
final class SystemdNotifier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SystemdNotifier.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** So that one notification may be late or lost. */
    private static final int WORDS_PER_PERIOD = 3;

    private final List<String> program;
    private final Optional<Duration> period;
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * @param program gets the notification as further arguments
     * @param period how long systemd waits for the next notification before it ends the process; empty if it does not
     */
    SystemdNotifier(List<String> program, Optional<Duration> period) {
        this.program = List.copyOf(program);
        this.period = period;
    }

    /** Creates a notifier; empty if systemd did not start the node. */
    static Optional<SystemdNotifier> of(Map<String, String> environment, long pid) {
        return environment.getOrDefault("NOTIFY_SOCKET", "").isEmpty()
                ? Optional.empty()
                : Optional.of(new SystemdNotifier(List.of("systemd-notify"), period(environment, pid)));
    }

    /** The period that systemd has set for this process; a child may have inherited the variables. */
    static Optional<Duration> period(Map<String, String> environment, long pid) {
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        String meant = environment.getOrDefault("WATCHDOG_PID", Long.toString(pid));
        boolean set = micros.matches("[1-9][0-9]{0,14}") && meant.equals(Long.toString(pid));
        return set ? Optional.of(Duration.ofNanos(Long.parseLong(micros) * 1_000)) : Optional.empty();
    }

    /** The node serves. From now on, feeds systemd's watchdog as often as it requires, while the node is healthy. */
    void ready(BooleanSupplier well) {
        tell("READY=1", "STATUS=serving");
        period.ifPresent(it -> {
            Thread thread = new Thread(() -> feed(it.dividedBy(WORDS_PER_PERIOD), well), "baton-service-watchdog");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void feed(Duration interval, BooleanSupplier well) {
        boolean before = true;
        try {
            do {
                boolean now = well.getAsBoolean();
                if (now) {
                    tell("WATCHDOG=1");
                } else if (before) {
                    LOG.error("elections have stalled; not feeding the systemd watchdog");
                }
                before = now;
            } while (!ended.await(interval.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** The node hands over and stops, without waiting for the notification to arrive. */
    @Override
    public void close() {
        ended.countDown();
        send("STOPPING=1", "STATUS=handing over");
    }

    private void tell(String... words) {
        send(words).ifPresent(sender -> {
            try {
                if (!sender.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    sender.destroyForcibly();
                    LOG.warn("{} did not exit within {} s", program, PATIENCE.toSeconds());
                } else if (sender.exitValue() != 0) {
                    LOG.warn("{} failed with status {}", program, sender.exitValue());
                }
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private Optional<Process> send(String... words) {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(words));
        try {
            return Optional.of(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException missing) {
            LOG.warn("cannot notify systemd of {}: {}", List.of(words), missing.getMessage());
            return Optional.empty();
        }
    }
}
