// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;

/**
 * Until when the lease of another node lasts: what its row said, and what notices of renewals said since. What it keeps:
 *
 * <ol>
 *   <li>A notice only ever moves the expiry on, so one that is late or comes again changes nothing.
 *   <li>No notice moves it further than a lease from now, so one that is wrong costs a lease at most.
 *   <li>All notices together move it {@link #MAX_LEASES_UNREAD} leases beyond what was read, and no further.
 * </ol>
 */
final class ObservedExpiry {
    /** The row is read this many leases after the expiry that was read last, whatever notices arrive. */
    static final int MAX_LEASES_UNREAD = 4;

    private final LeaseTerms terms;
    private long read;
    private long until;

    ObservedExpiry(LeaseTerms terms, long now) {
        this.terms = terms;
        this.read = now - terms.lease().toNanos();
        this.until = read;
    }

    /** The row was read. A store whose clock was set back says too much: more than a whole lease is never believed. */
    void read(Duration remaining, long now) {
        read = MonotonicTime.plus(now, LeaseBackoff.shorter(remaining, terms.lease()));
        until = read;
    }

    /** Whether a notice that the lease lasts until {@code said} moves the expiry on. */
    boolean heard(long said, long now) {
        long furthest = MonotonicTime.earlier(
                MonotonicTime.plus(now, terms.lease()),
                MonotonicTime.plus(read, terms.lease().multipliedBy(MAX_LEASES_UNREAD)));
        long believed = MonotonicTime.earlier(said, furthest);
        boolean later = MonotonicTime.isBefore(until, believed);
        if (later) {
            until = believed;
        }
        return later;
    }

    long until() {
        return until;
    }

    /** Whether it is over within a renewal interval, or has been for less than a lease: then each look counts. */
    boolean isNear(long now) {
        return !MonotonicTime.isBefore(MonotonicTime.plus(now, terms.renewInterval()), until)
                && MonotonicTime.isBefore(now, MonotonicTime.plus(until, terms.lease()));
    }
}
