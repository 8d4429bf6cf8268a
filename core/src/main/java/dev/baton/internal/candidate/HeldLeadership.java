// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The leadership that a candidate won. Only the candidate moves its deadline, through {@link LeadershipControl}; once it was seen to
 * be over, it is over for good.
 */
final class HeldLeadership implements Leadership {
    /** The deadline of a leadership that is over. No clock reading comes near it. */
    private static final long OVER = Long.MIN_VALUE;

    private static final AtomicLongFieldUpdater<HeldLeadership> DEADLINE =
            AtomicLongFieldUpdater.newUpdater(HeldLeadership.class, "certainUntil");

    private final ElectionName election;
    private final Node node;
    private final Epoch epoch;
    private final Ticker ticker;
    private volatile long certainUntil;
    private volatile Epoch refusedFor = Epoch.NONE;

    HeldLeadership(ElectionName election, Node node, Epoch epoch, Ticker ticker, long certainUntil) {
        this.election = Objects.requireNonNull(election, "election");
        this.node = Objects.requireNonNull(node, "node");
        this.epoch = Objects.requireNonNull(epoch, "epoch");
        this.ticker = Objects.requireNonNull(ticker, "ticker");
        this.certainUntil = certainUntil;
    }

    @Override
    public ElectionName election() {
        return election;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    @Override
    public boolean mayAct() {
        return left() > 0;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(left());
    }

    @Override
    public synchronized void refused(FencedException refusal) {
        refusedFor = refusedFor.max(refusal.current());
    }

    /** The highest epoch that a fence has seen when it refused this one; {@link Epoch#NONE} if none has. */
    Epoch refusedFor() {
        return refusedFor;
    }

    private long left() {
        while (true) {
            // The clock is read last: a pause between the two readings can only make the answer more cautious.
            long until = certainUntil;
            if (until == OVER) {
                return 0;
            }
            long left = until - ticker.nanos();
            if (left > 0) {
                return left;
            }
            // The first to see that the deadline has passed makes that final, unless it was extended in time.
            if (DEADLINE.compareAndSet(this, until, OVER)) {
                return 0;
            }
        }
    }

    /** Extends the deadline; false if the leadership is over. */
    boolean extend(long newCertainUntil) {
        long until = certainUntil;
        return left() > 0
                && (!MonotonicTime.isBefore(until, newCertainUntil)
                        || DEADLINE.compareAndSet(this, until, newCertainUntil));
    }

    void end() {
        certainUntil = OVER;
    }

    @Override
    public String toString() {
        return election + " by " + node + " (epoch " + epoch + ")";
    }
}
