// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Preferred;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of priority in one contest for a lease. A standby that is ready and has a higher priority than the holder
 * writes a claim into the row, and repeats it every renewal interval; the holder reads it with its renewals.
 * Invariants:
 *
 * <ol>
 *   <li>Among nodes of equal priority nothing is ever written, and no extra request is sent.
 *   <li>The holder is told of a change once.
 * </ol>
 */
final class ClaimRules {
    private final NodeId self;
    private Optional<Priority> ready = Optional.empty();
    /** What the holder was told last. */
    private Optional<Node> preferred = Optional.empty();

    /** A claim failed, and nothing was answered since. */
    private boolean lookFirst;

    private long refusedUntil;

    ClaimRules(NodeId self, long now) {
        this.self = self;
        this.refusedUntil = now;
    }

    void ready(Optional<Priority> with) {
        ready = with;
    }

    /**
     * A claim may not have been stored. The row is read before the next claim, because a store that accepts no claims
     * may still answer a read.
     *
     * @param readOnly the store accepts no writes, so no claim is tried before {@code until}
     */
    void failed(boolean readOnly, long until) {
        lookFirst = true;
        if (readOnly) {
            refusedUntil = until;
        }
    }

    /** The store answers. */
    void answered() {
        lookFirst = false;
    }

    boolean isDue(@Nullable LeaseRow row, long now) {
        return row != null
                && !lookFirst
                && ready.filter(with -> row.mayBeClaimedBy(self, with)).isPresent()
                && !MonotonicTime.isBefore(now, refusedUntil);
    }

    LeaseRequest.Claim claim(ElectionEntry entry, LeaseRow row, Duration length) {
        LeaseClaim claim = new LeaseClaim(entry.self(), ready.orElseThrow());
        return new LeaseRequest.Claim(entry.election(), row.token(), claim, length);
    }

    /** How long after the answer to {@code last} the claim is sent: at once, or as a repetition. */
    Duration pause(@Nullable LeaseRequest last, LeaseTerms terms) {
        return last instanceof LeaseRequest.Claim ? terms.renewInterval() : Duration.ZERO;
    }

    void granted() {
        preferred = Optional.empty();
    }

    /** What the holder learns from its row, if that is new. */
    Optional<Preferred> seenBy(LeaseRow row) {
        Optional<Node> better = row.claim()
                .filter(claim -> claim.priority().isAbove(row.priority()))
                .map(LeaseClaim::node);
        if (better.equals(preferred)) {
            return Optional.empty();
        }
        preferred = better;
        return Optional.of(new Preferred(better));
    }

    /** The priority under which this node holds a lease whose row was {@code vacant} before. */
    Priority holdingPriority(Priority own, @Nullable LeaseRow vacant) {
        boolean named =
                vacant != null && vacant.successor().filter(self::equals).isPresent();
        return vacant != null && named ? own.asSuccessorOf(vacant.priority()) : own;
    }
}
