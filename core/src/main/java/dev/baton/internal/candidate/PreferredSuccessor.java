// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateSettings;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The candidate that is preferred over this leader, and when the leader hands over to it. Invariants:
 *
 * <ol>
 *   <li>A leader hands over only after it has led for the minimum hold, and has known the same start of the preferred
 *       node to be ready for as long without a break.
 *   <li>A hand-over that did not last doubles the wait before the next one, so that a preferred node that comes and
 *       goes moves the leadership more and more rarely. A hand-over that lasted resets the wait.
 * </ol>
 */
final class PreferredSuccessor {
    /** How often the wait doubles at most. */
    static final int MAX_DOUBLINGS = 5;
    /** A hand-over has lasted if this node does not lead again within this many waits. */
    static final int LASTED_AFTER_WAITS = 4;

    private final Duration hold;
    private final Duration pause;
    private @Nullable Node preferred;
    private long readySince;
    private int failures;
    private @Nullable Long yieldedAt;

    PreferredSuccessor(CandidateSettings settings) {
        this.hold = settings.minimumHold();
        this.pause = settings.rest().compareTo(hold) > 0 ? settings.rest() : hold;
    }

    /** A leadership of this node begins. */
    void lead(long now) {
        preferred = null;
        Long yielded = yieldedAt;
        if (yielded != null) {
            boolean lasted = !MonotonicTime.isBefore(now, MonotonicTime.plus(yielded, lasting()));
            failures = lasted ? 0 : Math.min(MAX_DOUBLINGS, failures + 1);
            yieldedAt = null;
        }
    }

    void ready(Optional<Node> better, long now) {
        if (!better.equals(Optional.ofNullable(preferred))) {
            preferred = better.orElse(null);
            readySince = now;
        }
    }

    /** When a leader since {@code since} hands over; empty if there is no preferred candidate. */
    Optional<Long> yieldAt(long since) {
        return preferred == null
                ? Optional.empty()
                : Optional.of(MonotonicTime.plus(MonotonicTime.later(since, readySince), untilYield()));
    }

    /** The node to which a leader since {@code since} hands over now. */
    Optional<NodeId> yieldTo(long since, long now) {
        return yieldAt(since)
                .filter(at -> !MonotonicTime.isBefore(now, at))
                .flatMap(due -> Optional.ofNullable(preferred))
                .map(Node::id);
    }

    void yielded(long now) {
        yieldedAt = now;
    }

    private Duration untilYield() {
        return failures == 0 ? hold : pause.multipliedBy(1L << failures);
    }

    private Duration lasting() {
        return pause.multipliedBy((long) LASTED_AFTER_WAITS << failures);
    }
}
