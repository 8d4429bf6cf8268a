// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long one contest for a lease waits between its requests. */
final class LeaseBackoff {
    /** Standbys look again this much of a renewal interval after the expiry they were told, spread at random. */
    private static final double JITTER = 0.2;
    /** Longer leases do not need more of it: they have as many nodes as short ones. */
    private static final Duration MAX_JITTER = Duration.ofMillis(600);
    /** The pause between looks at a vacancy begins at a renewal interval halved so often, and doubles. */
    private static final int QUICK_LOOKS = 4;

    private final LeaseTerms terms;
    private final RandomGenerator chance;
    /** How often the row was looked at since no node leads. */
    private int looks;

    LeaseBackoff(LeaseTerms terms, RandomGenerator chance) {
        this.terms = terms;
        this.chance = chance;
    }

    /** A node leads, so the next vacancy is a new one. */
    void led() {
        looks = 0;
    }

    /** Renewals of all contests of a process fall on the same instants, so that they travel together. */
    long renewalAfter(long sent) {
        long instant = MonotonicTime.plus(sent, terms.renewInterval());
        return instant - Math.floorMod(instant, terms.renewInterval().toNanos());
    }

    /** A store whose clock was set back would have us wait too long: never longer than a whole lease. */
    Duration untilExpiry(Duration remaining) {
        return shorter(remaining, terms.lease()).plus(jitter());
    }

    /** Another node is about to take a new vacancy, so the first looks come soon. */
    Duration whileVacant() {
        Duration pause = terms.renewInterval().dividedBy(1L << Math.max(0, QUICK_LOOKS - looks));
        looks++;
        return pause;
    }

    /** Attempts that were refused are spread; one that has not been made yet follows the answer to {@code last}. */
    Duration beforeAttempt(@Nullable LeaseRequest last) {
        return last instanceof LeaseRequest.Acquire ? jitter() : Duration.ZERO;
    }

    /** A holder tries again several times within its lease, and so do those who wait for one that is about to be over. */
    Duration afterFailure(boolean hurry) {
        Duration pause = terms.renewInterval().dividedBy(hurry ? 8 : 2);
        return pause.plus(jitter(pause));
    }

    /** So that not all nodes come at once. */
    Duration jitter() {
        return jitter(terms.renewInterval());
    }

    private Duration jitter(Duration of) {
        double most = Math.min(of.toNanos() * JITTER, (double) MAX_JITTER.toNanos());
        return Duration.ofNanos((long) (most * chance.nextDouble()));
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
