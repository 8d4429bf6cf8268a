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
 * What a lease store is asked. Each request is one atomic step on one row, decided by the store's own clock at the
 * moment the step happens, and answered with the row as it is after the step. Whether the step was taken is read from
 * the row's token and nothing else.
 */
public sealed interface LeaseRequest {
    ElectionName election();

    <T> T answerBy(Handler<T> handler);

    /** Look. */
    record Read(ElectionName election) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.read(this);
        }
    }

    /**
     * If there is no row, the lease is not live, or the row has the token {@code gone}: take it, under an epoch above
     * both the row's and {@code floor}. A row that already has this token is left as it is, so asking again is safe.
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
        /** One that no candidate is preferred over. */
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

    /** If the row has this token and the lease is live: let it last {@code lease} from now. */
    record Renew(ElectionName election, LeaseToken token, Duration lease) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.renew(this);
        }
    }

    /** If the row has this token: end the lease, keep the epoch. */
    record Release(ElectionName election, LeaseToken token, Optional<NodeId> successor) implements LeaseRequest {
        @Override
        public <T> T answerBy(Handler<T> handler) {
            return handler.release(this);
        }
    }

    /**
     * If the row has this token and {@link LeaseRow#mayBeClaimedBy may be claimed}: note the claim for {@code length}.
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
