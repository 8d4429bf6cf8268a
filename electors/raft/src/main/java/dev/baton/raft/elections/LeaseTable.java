// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Until when leases last, by the monotonic clock of the member that leads the group, for one term of its lead. Confined
 * to the lock of its {@link ElectionsLeader}. Invariants:
 *
 * <ol>
 *   <li>A lease that it has not seen before starts with its full length when it is first seen: all of them do when the
 *       term begins, and a new one after its grant was applied. An earlier leader cannot have promised more, because
 *       what it promised was counted from before this term.
 *   <li>A lease that it judged to be over stays so.
 *   <li>A lease is only ever renewed by its length, which all members know.
 * </ol>
 */
class LeaseTable {
    private final Map<ElectionName, Timed> leases = new HashMap<>();

    /** The times of one lease. */
    static final class Timed {
        private final ElectionRow.Grant grant;
        long until;
        boolean over;
        private Optional<LeaseClaim> claim = Optional.empty();
        private long claimUntil;

        Timed(ElectionRow.Grant grant, long until) {
            this.grant = grant;
            this.until = until;
        }
    }

    /** The term begins. */
    LeaseTable(Collection<ElectionRow> rows, long now) {
        rows.forEach(row -> timed(row, now));
    }

    /** The times of this row's lease, as they are now. */
    final Timed timed(ElectionRow row, long now) {
        Timed timed = leases.get(row.election());
        if (timed == null || !timed.grant.equals(row.grant())) {
            timed = new Timed(row.grant(), MonotonicTime.plus(now, row.lease()));
            leases.put(row.election(), timed);
        }
        if (row.released() && !timed.over) {
            timed.until = MonotonicTime.earlier(timed.until, now);
        }
        timed.over = timed.over || !MonotonicTime.isBefore(now, timed.until);
        return timed;
    }

    /** Whether the lease is over: given back, or not renewed in time. */
    boolean isOver(ElectionRow row, long now) {
        return timed(row, now).over;
    }

    /** A renewal that a majority has confirmed since it came. Nothing happens if the lease is over or another one. */
    void renew(ElectionRow row, LeaseRequest.Renew request, long now) {
        Timed timed = timed(row, now);
        if (!timed.over && row.token().equals(request.token()) && row.lease().equals(request.lease())) {
            timed.until = MonotonicTime.plus(now, row.lease());
        }
    }

    /** Claims are preferences that are repeated all the time, so a new leader of the group need not know them. */
    void claim(ElectionRow row, LeaseRequest.Claim request, long now) {
        LeaseClaim claim = request.claim();
        if (row.token().equals(request.token())
                && view(row, now).mayBeClaimedBy(claim.node().id(), claim.priority())) {
            Timed timed = timed(row, now);
            timed.claim = Optional.of(claim);
            timed.claimUntil = MonotonicTime.plus(now, request.length());
        }
    }

    /** The row as it stands now. */
    LeaseRow view(ElectionRow row, long now) {
        Timed timed = timed(row, now);
        return new LeaseRow(
                row.leader(),
                row.token(),
                Duration.ofNanos(timed.until - now),
                row.released(),
                row.successor(),
                row.priority(),
                timed.claim.filter(it -> MonotonicTime.isBefore(now, timed.claimUntil)));
    }
}
