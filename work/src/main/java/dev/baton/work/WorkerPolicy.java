// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How the partitions of a worker are supervised.
 *
 * @param startTimeout how long a callback may take to start a partition; after that a warning is logged and the call
 *     interrupted
 * @param revokeTimeout how long a callback may take to stop a partition; after that it is interrupted, and after the
 *     same time again the fault handler ends the process
 * @param firstBackoff the pause before a partition that failed is started again; doubled with each further failure
 * @param longestBackoff the longest pause before it is started again
 */
public record WorkerPolicy(
        Duration startTimeout, Duration revokeTimeout, Duration firstBackoff, Duration longestBackoff) {
    public static final WorkerPolicy DEFAULT = new WorkerPolicy(
            Duration.ofMinutes(1), Duration.ofSeconds(10), Duration.ofMillis(200), Duration.ofSeconds(30));

    public WorkerPolicy {
        Validation.of("worker")
                .positive("startTimeout", startTimeout)
                .positive("revokeTimeout", revokeTimeout)
                .positive("firstBackoff", firstBackoff)
                .positive("longestBackoff", longestBackoff)
                .require(
                        firstBackoff.compareTo(longestBackoff) <= 0,
                        "firstBackoff %s must not be above longestBackoff %s",
                        Validation.show(firstBackoff),
                        Validation.show(longestBackoff))
                .check();
    }

    public WorkerPolicy withStartTimeout(Duration timeout) {
        return new WorkerPolicy(timeout, revokeTimeout, firstBackoff, longestBackoff);
    }

    public WorkerPolicy withRevokeTimeout(Duration timeout) {
        return new WorkerPolicy(startTimeout, timeout, firstBackoff, longestBackoff);
    }

    public WorkerPolicy withBackoff(Duration first, Duration longest) {
        return new WorkerPolicy(startTimeout, revokeTimeout, first, longest);
    }

    Duration backoff(int failures) {
        Duration pause = firstBackoff;
        for (int i = 1; i < failures && pause.compareTo(longestBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(longestBackoff) < 0 ? pause : longestBackoff;
    }
}
