// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Validation;
import dev.baton.internal.duty.LoopDuty;
import dev.baton.internal.duty.Repeated;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A leader-only service. Started when leadership is won, supervised while it lasts, stopped before another node may
 * lead. Calls to one duty never overlap and come from Baton's threads; they may block within the {@link Policy},
 * and are interrupted when they are overdue.
 *
 * <p>The guarantee ends with the JVM. A duty is responsible for the processes that it starts: {@link #stop()} has to end
 * them and to wait for their end, and nothing ends them when the JVM is killed. A child that reads its standard input,
 * which closes with the JVM, can end itself then; {@code baton run} has a guardian for that.
 *
 * <p>A duty that makes its node leave must not wait for itself. On a thread on which Baton runs a duty,
 * {@link Candidate#close()} and {@link Baton#close()} fail at once with {@link IllegalStateException};
 * {@link Candidate#resign()} and {@link Candidate#closeAsync()} work if the duty returns without waiting for the future
 * ({@code join()} ignores interrupts, so that the duty could not be stopped, which ends the process). {@link System#exit}
 * waits for shutdown hooks and belongs on another thread as well, above all with {@code closeOnShutdown()}.
 */
public interface Duty {
    /** Unique among the duties of a candidate. */
    String name();

    /**
     * Starts the duty and returns. Ask {@link Leadership#mayAct()} before each effect, and send
     * {@link Leadership#epoch()} with every write to a shared resource.
     *
     * @param crash where the duty reports a failure that happens later
     */
    void start(Leadership leadership, Crash crash) throws Exception;

    /**
     * Stops the duty, and returns only when no part of it acts. Also called after a failed start. If it throws, the duty
     * counts as impossible to stop.
     */
    void stop() throws Exception;

    /** Checked while the duty runs; bad health restarts it. */
    default Health health() {
        return Health.OK;
    }

    /** A duty that runs {@code body} on its own thread, once per leadership, and interrupts it to stop. */
    static Duty loop(String name, Body body) {
        return new LoopDuty(name, body);
    }

    /** A duty that runs {@code body} again and again, {@code pause} apart, as long as it may act. */
    static Duty every(String name, Duration pause, Body body) {
        return new LoopDuty(name, new Repeated(pause, body));
    }

    /** What a loop runs. It should end when interrupted, and ask {@link Leadership#mayAct()} before each effect. */
    @FunctionalInterface
    interface Body {
        void run(Leadership leadership) throws Exception;
    }

    /** How a running duty says that it broke down. Reports after the duty was told to stop are ignored. */
    @FunctionalInterface
    interface Crash {
        void report(Throwable cause);
    }

    /** Where a duty is in its life. The legal moves are data; a test draws the diagram that the docs show. */
    enum State {
        /** Not running: the node does not lead, or the duty was given up. */
        IDLE,
        /** Its start is under way. */
        STARTING,
        /** It serves. */
        RUNNING,
        /** It broke down and is being stopped, before it is started again. */
        CLEANING_UP,
        /** It waits for its next start. */
        BACKING_OFF,
        /** It was told to stop and has not been seen to be stopped. */
        STOPPING,
        /** It cannot be stopped. */
        STUCK;

        /** The states that may follow. */
        public Set<State> next() {
            return switch (this) {
                case IDLE -> EnumSet.of(STARTING);
                case STARTING -> EnumSet.of(RUNNING, CLEANING_UP, STOPPING);
                case RUNNING -> EnumSet.of(CLEANING_UP, STOPPING);
                case CLEANING_UP -> EnumSet.of(BACKING_OFF, IDLE, STOPPING, STUCK);
                case BACKING_OFF -> EnumSet.of(STARTING, IDLE);
                case STOPPING -> EnumSet.of(IDLE, STUCK);
                case STUCK -> EnumSet.of(IDLE);
            };
        }
    }

    /**
     * A duty as seen from outside.
     *
     * @param restarts how often it was started again in this leadership
     * @param detail the last thing that went wrong, or empty
     */
    record Status(String name, State state, int restarts, String detail) {}

    /**
     * How duties are supervised.
     *
     * @param startTimeout after this a start counts as hanging, and the node gives up leadership
     * @param stopTimeout after this a stop counts as hanging, and the fault handler is called; waiting for a
     *     thread may take twenty times as long, unless others may lead soon
     * @param healthInterval how often the health of a running duty is checked
     * @param firstBackoff the pause before the first restart; doubled with each further one
     * @param longestBackoff the longest pause before a restart
     * @param maxRestarts after more restarts than this within {@code restartWindow} the node gives up leadership
     */
    record Policy(
            Duration startTimeout,
            Duration stopTimeout,
            Duration healthInterval,
            Duration firstBackoff,
            Duration longestBackoff,
            int maxRestarts,
            Duration restartWindow) {
        public static final Policy DEFAULT = new Policy(
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofMillis(200),
                Duration.ofSeconds(10),
                5,
                Duration.ofMinutes(1));

        static final int MAX_RESTARTS = 1_000;

        public Policy {
            Validation.of("duty policy")
                    .positive("startTimeout", startTimeout)
                    .positive("stopTimeout", stopTimeout)
                    .positive("healthInterval", healthInterval)
                    .positive("firstBackoff", firstBackoff)
                    .positive("longestBackoff", longestBackoff)
                    .positive("restartWindow", restartWindow)
                    .between("maxRestarts", maxRestarts, 0, MAX_RESTARTS)
                    .require(
                            firstBackoff.compareTo(longestBackoff) <= 0,
                            "firstBackoff %s must not be above longestBackoff %s",
                            Validation.show(firstBackoff),
                            Validation.show(longestBackoff))
                    .check();
        }

        /** This policy with another limit for a start; one that takes longer costs the leadership. */
        public Policy withStartTimeout(Duration timeout) {
            return new Policy(
                    timeout, stopTimeout, healthInterval, firstBackoff, longestBackoff, maxRestarts, restartWindow);
        }

        /** This policy with another limit for a stop; one that runs for longer calls the fault handler. */
        public Policy withStopTimeout(Duration timeout) {
            return new Policy(
                    startTimeout, timeout, healthInterval, firstBackoff, longestBackoff, maxRestarts, restartWindow);
        }

        /** This policy with another interval between questions for the health of a running duty. */
        public Policy withHealthInterval(Duration interval) {
            return new Policy(
                    startTimeout, stopTimeout, interval, firstBackoff, longestBackoff, maxRestarts, restartWindow);
        }

        /** This policy with other pauses before a restart: the first one, doubled with each further restart, and the longest. */
        public Policy withBackoff(Duration first, Duration longest) {
            return new Policy(startTimeout, stopTimeout, healthInterval, first, longest, maxRestarts, restartWindow);
        }

        /** This policy with another number of restarts within a window; one more costs the leadership. */
        public Policy withRestarts(int most, Duration window) {
            return new Policy(startTimeout, stopTimeout, healthInterval, firstBackoff, longestBackoff, most, window);
        }

        /** The pause before restart number {@code failures} within the window. */
        public Duration backoff(int failures) {
            Duration pause = firstBackoff;
            for (int i = 1; i < failures && pause.compareTo(longestBackoff) < 0; i++) {
                pause = pause.multipliedBy(2);
            }
            return pause.compareTo(longestBackoff) < 0 ? pause : longestBackoff;
        }
    }
}
