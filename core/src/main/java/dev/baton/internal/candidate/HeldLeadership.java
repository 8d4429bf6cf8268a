// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The leadership that a candidate won. Only the candidate moves its deadline, on its lane; once it was seen to be over, it
 * is over for good.
 */
public final class HeldLeadership implements Leadership {
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
    private Epoch toldRefusal = Epoch.NONE;

    public HeldLeadership(ElectionName election, Node node, Epoch epoch, Ticker ticker, long certainUntil) {
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

    /** The epoch that a fence has seen when it refused this one, each once: another leads, or the elector forgot it. */
    public Optional<Epoch> takeRefusal() {
        Epoch higher = refusedFor;
        if (!higher.isAfter(toldRefusal)) {
            return Optional.empty();
        }
        toldRefusal = higher;
        return Optional.of(higher);
    }

    /** What an operator is told when a fence has seen {@code higher}, and the elector says that this leadership holds. */
    Alarm fenceIsAhead(Epoch higher) {
        return new Alarm(
                Alarm.Kind.FENCE_IS_AHEAD,
                "a fence has seen epoch " + higher + " of " + election + ", which is led under epoch " + epoch
                        + ": the elector has forgotten epochs; raise them above " + higher);
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
            // The first to see that the deadline has passed makes that final, unless it was extended in time.
            if (DEADLINE.compareAndSet(this, until, OVER)) {
                return 0;
            }
        }
    }

    /** Moves the deadline on, never back. False if the leadership is over: then the holder has to step down. */
    public boolean extend(long newCertainUntil) {
        long until = certainUntil;
        return left() > 0
                && (!MonotonicTime.isBefore(until, newCertainUntil)
                        || DEADLINE.compareAndSet(this, until, newCertainUntil));
    }

    /** From here on the holder may not act. */
    public void end() {
        certainUntil = OVER;
    }

    @Override
    public String toString() {
        return election + " by " + node + " (epoch " + epoch + ")";
    }
}
