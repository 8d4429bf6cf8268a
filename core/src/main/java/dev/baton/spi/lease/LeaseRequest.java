// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to a lease store. Each request is one atomic step on one row, decided by the store's own clock at the
 * moment of the step, and answered with the row after the step. Only the row's token shows whether the step was taken.
 */
public sealed interface LeaseRequest {
    ElectionName election();

    <T> T answerBy(Handler<T> handler);

    /** Reads the row. */
    record Read(ElectionName election) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.read(this);
        }
    }

    /**
     * Takes the lease, under an epoch above both the row's and {@code floor}, if there is no row, the lease is not
     * live, or the row has the token {@code gone}. A row that already has this token is left as it is, so repeating the
     * request is safe.
     *
     * @param gone the token of a holder whose process is proven to be gone; no other holder can have it
     * @param priority the priority under which the lease is held
     */
    record Acquire(
            ElectionEntry entry,
            LeaseToken token,
            Epoch floor,
            Duration lease,
            Optional<LeaseToken> gone,
            Priority priority)
            implements LeaseRequest {
        /** A request with the highest priority, so that no candidate is preferred over the holder. */
        public Acquire(ElectionEntry entry, LeaseToken token, Epoch floor, Duration lease, Optional<LeaseToken> gone) {
            this(entry, token, floor, lease, gone, Priority.DEFAULT);
        }

        @Override
        public ElectionName election() {
            return entry.election();
        }

        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.acquire(this);
        }
    }

    /** Extends the lease to {@code lease} from now, if the row has this token and the lease is live. */
    record Renew(ElectionName election, LeaseToken token, Duration lease) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.renew(this);
        }
    }

    /** Ends the lease and keeps the epoch, if the row has this token. */
    record Release(ElectionName election, LeaseToken token, Optional<NodeId> successor) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.release(this);
        }
    }

    /**
     * Stores the claim for {@code length}, if the row has this token and
     * {@link LeaseRow#mayBeClaimedBy may be claimed}.
     *
     * @param token that of the holder
     */
    record Claim(ElectionName election, LeaseToken token, LeaseClaim claim, Duration length) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.claim(this);
        }
    }

    /** One method per kind of request. */
    interface Handler<T> {
        T read(Read request);

        T acquire(Acquire request);

        T renew(Renew request);

        T release(Release request);

        T claim(Claim request);
    }
}
