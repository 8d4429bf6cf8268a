// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Validation;
import java.time.Duration;

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
public record DutyPolicy(
        Duration startTimeout,
        Duration stopTimeout,
        Duration healthInterval,
        Duration firstBackoff,
        Duration longestBackoff,
        int maxRestarts,
        Duration restartWindow) {
    public static final DutyPolicy DEFAULT = new DutyPolicy(
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofMillis(200),
            Duration.ofSeconds(10),
            5,
            Duration.ofMinutes(1));

    static final int MAX_RESTARTS = 1_000;

    public DutyPolicy {
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
    public DutyPolicy withStartTimeout(Duration timeout) {
        return new DutyPolicy(
                timeout, stopTimeout, healthInterval, firstBackoff, longestBackoff, maxRestarts, restartWindow);
    }

    /** This policy with another limit for a stop; one that runs for longer calls the fault handler. */
    public DutyPolicy withStopTimeout(Duration timeout) {
        return new DutyPolicy(
                startTimeout, timeout, healthInterval, firstBackoff, longestBackoff, maxRestarts, restartWindow);
    }

    /** This policy with another interval between questions for the health of a running duty. */
    public DutyPolicy withHealthInterval(Duration interval) {
        return new DutyPolicy(
                startTimeout, stopTimeout, interval, firstBackoff, longestBackoff, maxRestarts, restartWindow);
    }

    /** This policy with other pauses before a restart: the first one, doubled with each further restart, and the longest. */
    public DutyPolicy withBackoff(Duration first, Duration longest) {
        return new DutyPolicy(startTimeout, stopTimeout, healthInterval, first, longest, maxRestarts, restartWindow);
    }

    /** This policy with another number of restarts within a window; one more costs the leadership. */
    public DutyPolicy withRestarts(int most, Duration window) {
        return new DutyPolicy(startTimeout, stopTimeout, healthInterval, firstBackoff, longestBackoff, most, window);
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
