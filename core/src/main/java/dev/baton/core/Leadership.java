// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * A leadership held by this node: one epoch of one election, and the local deadline until which it is certain.
 *
 * <p>Any thread may ask. The answer comes from the monotonic clock at the moment of the call, so the first call after a
 * pause already tells the truth. Only the candidate that won it moves its deadline, through {@link Tenure}; once it was
 * seen to be over, it is over for good.
 */
public final class Leadership {
    /** The deadline of a leadership that is over. No clock reading comes near it. */
    private static final long OVER = Long.MIN_VALUE;

    private static final AtomicLongFieldUpdater<Leadership> DEADLINE =
            AtomicLongFieldUpdater.newUpdater(Leadership.class, "certainUntil");

    private final ElectionName election;
    private final Node node;
    private final Epoch epoch;
    private final Ticker ticker;
    private volatile long certainUntil;
    private volatile Epoch refusedFor = Epoch.NONE;

    Leadership(ElectionName election, Node node, Epoch epoch, Ticker ticker, long certainUntil) {
        this.election = Objects.requireNonNull(election, "election");
        this.node = Objects.requireNonNull(node, "node");
        this.epoch = Objects.requireNonNull(epoch, "epoch");
        this.ticker = Objects.requireNonNull(ticker, "ticker");
        this.certainUntil = certainUntil;
    }

    public ElectionName election() {
        return election;
    }

    public Node node() {
        return node;
    }

    public Epoch epoch() {
        return epoch;
    }

    /** May the holder still act under this epoch? Costs one clock reading; allocates nothing. */
    public boolean mayAct() {
        return left() > 0;
    }

    /** The time for which the leadership is certain without further news; zero once it is over. */
    public Duration remaining() {
        return Duration.ofNanos(left());
    }

    /**
     * Passes while the holder may act.
     *
     * @throws NotLeaderException once it may not
     */
    public void check() {
        if (!mayAct()) {
            throw new NotLeaderException("leadership of " + election + " is over: " + node + " held epoch " + epoch);
        }
    }

    /**
     * Takes note that a fence refused this epoch because it has seen a higher one. {@code Fence.pass(leadership)} tells
     * it by itself; code that presents the epoch to a fence of its own calls this. If the elector says later on that
     * this leadership holds, it has forgotten an epoch, and an alarm is raised.
     */
    public synchronized void refused(FencedException refusal) {
        refusedFor = refusedFor.max(refusal.current());
    }

    /** The highest epoch that a fence has seen when it refused this one; {@link Epoch#NONE} if none has. */
    Epoch refusedFor() {
        return refusedFor;
    }

    private long left() {
        while (true) {
            // The clock is read last: a pause between the two readings makes the answer older, never too good.
            long until = certainUntil;
            if (until == OVER) {
                return 0;
            }
            long left = until - ticker.nanos();
            if (left > 0) {
                return left;
            }
            // Whoever sees the deadline passed makes it final, unless it was moved on in time.
            if (DEADLINE.compareAndSet(this, until, OVER)) {
                return 0;
            }
        }
    }

    /** Moves the deadline on; false if the leadership is over. */
    boolean extend(long newCertainUntil) {
        long until = certainUntil;
        return left() > 0
                && (!Instants.isBefore(until, newCertainUntil) || DEADLINE.compareAndSet(this, until, newCertainUntil));
    }

    void end() {
        certainUntil = OVER;
    }

    @Override
    public String toString() {
        return election + " by " + node + " (epoch " + epoch + ")";
    }
}
