// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;

/**
 * When the lease of another node ends: by its row, and by notices of renewals since. Invariants:
 *
 * <ol>
 *   <li>A notice only ever moves the expiry forward, so a late or repeated notice changes nothing.
 *   <li>No notice moves it further than a lease from now, so a wrong notice costs a lease at most.
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

    /** The row was read. A store whose clock was set back reports too much, so more than a whole lease never counts. */
    void read(Duration remaining, long now) {
        read = MonotonicTime.plus(now, LeaseBackoff.shorter(remaining, terms.lease()));
        until = read;
    }

    /** Whether a notice that the lease lasts until {@code said} moves the expiry forward. */
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

    /** Whether the lease ends within a renewal interval, or ended less than a lease ago: then each read counts. */
    boolean isNear(long now) {
        return !MonotonicTime.isBefore(MonotonicTime.plus(now, terms.renewInterval()), until)
                && MonotonicTime.isBefore(now, MonotonicTime.plus(until, terms.lease()));
    }
}
