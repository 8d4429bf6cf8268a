// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.Leader;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * An election without a leader.
 *
 * @param former the node that led last, if any did
 * @param successor the node that the former leader named
 * @param silence how long before this report the former leader gave leadership back or, if it did not, was last known
 *     to lead; it cannot have led for longer than a lease from then
 */
public record Vacancy(Optional<Leader> former, Cause cause, Optional<NodeId> successor, Duration silence) {
    /** How the last leadership ended, as far as an observer can tell. */
    public enum Cause {
        /** No node has ever led. */
        NEW,
        /** The leader gave leadership back. */
        RELEASED,
        /** The leader was not heard from in time. */
        EXPIRED,
        /** The leader's process is proven to be gone. */
        GONE
    }

    public Vacancy {
        Objects.requireNonNull(former, "former");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(successor, "successor");
        if (silence.isNegative()) {
            throw new IllegalArgumentException("silence " + silence + " is negative");
        }
    }

    /** A vacancy that is reported the moment it begins. */
    public Vacancy(Optional<Leader> former, Cause cause, Optional<NodeId> successor) {
        this(former, cause, successor, Duration.ZERO);
    }

    public static Vacancy fresh() {
        return new Vacancy(Optional.empty(), Cause.NEW, Optional.empty());
    }
}
