// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.memory;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a lease store, and what each request does to them: the reference for every real store. Not safe for use
 * by several threads.
 */
public class LeaseRows {
    private final Map<ElectionName, Stored> rows = new HashMap<>();

    /** A row as it is stored, with its expiry on the store's clock. */
    protected record Stored(
            Leader leader,
            LeaseToken token,
            long expiresAt,
            boolean released,
            Optional<NodeId> successor,
            Priority priority,
            Optional<Claimed> claimed) {
        public boolean isLive(long now) {
            return !released && expiresAt - now > 0;
        }

        LeaseRow asSeenAt(long now) {
            Optional<LeaseClaim> claim =
                    claimed.filter(it -> it.until() - now > 0).map(Claimed::claim);
            return new LeaseRow(leader, token, Duration.ofNanos(expiresAt - now), released, successor, priority, claim);
        }

        Stored until(Leader holder, long renewed) {
            return new Stored(holder, token, renewed, false, successor, priority, claimed);
        }

        Stored given(long at, Optional<NodeId> to) {
            return new Stored(leader, token, Math.min(expiresAt, at), true, to, priority, claimed);
        }

        Stored with(Claimed claim) {
            return new Stored(leader, token, expiresAt, released, successor, priority, Optional.of(claim));
        }
    }

    /** A claim as it is stored. */
    protected record Claimed(LeaseClaim claim, long until) {}

    /** Takes the step that the request asks for, if the row allows it, and answers with the row after it. */
    public final Answered answer(LeaseRequest request, long now) {
        Stored before = rows.get(request.election());
        Optional<Stored> after = request.answerBy(new Step(before, now));
        after.ifPresent(row -> rows.put(request.election(), row));
        return new Answered(after.map(row -> row.asSeenAt(now)));
    }

    /** All rows as they are now, to go back to. */
    public final class Backup {
        private final Map<ElectionName, Stored> kept = Map.copyOf(rows);

        private Backup() {}

        /** Forgets all that was changed since, as a store does that had told of it before it was on the disk. */
        public void restore() {
            rows.clear();
            rows.putAll(kept);
        }
    }

    public final Backup backup() {
        return new Backup();
    }

    /** Forgets a row, as a store does that was restored from an old backup. */
    public final void lose(ElectionName election) {
        rows.remove(election);
    }

    /** Whether an acquire may take the lease. */
    protected boolean mayAcquire(@Nullable Stored row, long now) {
        return row == null || !row.isLive(now);
    }

    /** Whether the proof that the holder with the token {@code gone} is gone lets an acquire take this row. */
    protected boolean mayTakeFromGone(Stored row, LeaseToken gone) {
        return row.token().equals(gone);
    }

    /** The epoch that an acquire takes it under. */
    protected Epoch nextEpoch(@Nullable Stored row, Epoch floor) {
        return row == null ? floor.next() : floor.max(row.leader().epoch()).next();
    }

    /** Whether a renew may extend the lease. */
    protected boolean mayRenew(Stored row, LeaseToken token, long now) {
        return row.token().equals(token) && row.isLive(now);
    }

    /** The holder of a lease that is extended: the same one, under the same epoch. */
    protected Leader renewed(Leader holder) {
        return holder;
    }

    /** Whether a release may end the lease. */
    protected boolean mayRelease(Stored row, LeaseToken token) {
        return row.token().equals(token);
    }

    private final class Step implements LeaseRequest.Handler<Optional<Stored>> {
        private final @Nullable Stored row;
        private final long now;

        Step(@Nullable Stored row, long now) {
            this.row = row;
            this.now = now;
        }

        @Override
        public Optional<Stored> read(LeaseRequest.Read request) {
            return Optional.ofNullable(row);
        }

        @Override
        public Optional<Stored> acquire(LeaseRequest.Acquire request) {
            boolean mineAlready = row != null && row.token().equals(request.token());
            if (mineAlready || !(mayAcquire(row, now) || isProvenGone(request))) {
                return Optional.ofNullable(row);
            }
            Leader winner = new Leader(
                    request.election(),
                    request.entry().self(),
                    nextEpoch(row, request.floor()),
                    request.entry().endpoints());
            return Optional.of(new Stored(
                    winner,
                    request.token(),
                    now + request.lease().toNanos(),
                    false,
                    Optional.empty(),
                    request.priority(),
                    Optional.empty()));
        }

        private boolean isProvenGone(LeaseRequest.Acquire request) {
            return row != null
                    && request.gone().filter(gone -> mayTakeFromGone(row, gone)).isPresent();
        }

        @Override
        public Optional<Stored> renew(LeaseRequest.Renew request) {
            if (row == null || !mayRenew(row, request.token(), now)) {
                return Optional.ofNullable(row);
            }
            return Optional.of(
                    row.until(renewed(row.leader()), now + request.lease().toNanos()));
        }

        @Override
        public Optional<Stored> release(LeaseRequest.Release request) {
            if (row == null || !mayRelease(row, request.token())) {
                return Optional.ofNullable(row);
            }
            return Optional.of(row.given(now, request.successor()));
        }

        @Override
        public Optional<Stored> claim(LeaseRequest.Claim request) {
            LeaseClaim claim = request.claim();
            boolean may = row != null
                    && row.token().equals(request.token())
                    && row.asSeenAt(now).mayBeClaimedBy(claim.node().id(), claim.priority());
            return row != null && may
                    ? Optional.of(
                            row.with(new Claimed(claim, now + request.length().toNanos())))
                    : Optional.ofNullable(row);
        }
    }
}
