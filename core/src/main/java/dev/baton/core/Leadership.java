// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

import java.time.Duration;
import java.util.Objects;

/**
 * A leadership held by this node: one epoch of one election, and the local deadline until which it is certain.
 *
 * <p>Any thread may ask. The answer comes from the monotonic clock at the moment of the call, so the first call after a
 * pause already tells the truth. Only the candidate that won it moves its deadline, through {@link Tenure}.
 */
public final class Leadership {
    private final ElectionName election;
    private final Node node;
    private final Epoch epoch;
    private final Ticker ticker;
    private volatile long certainUntil;

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
        return ticker.nanos() - certainUntil < 0;
    }

    /** The time for which the leadership is certain without further news; zero once it is over. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, certainUntil - ticker.nanos()));
    }

    /**
     * Passes while the holder may act.
     *
     * @throws NotLeaderException once it may not
     */
    public void check() {
        long now = ticker.nanos();
        long until = certainUntil;
        if (now - until >= 0) {
            throw new NotLeaderException("leadership of " + election + " is over: " + node + " held epoch " + epoch
                    + " until " + Duration.ofNanos(now - until).toMillis() + " ms ago");
        }
    }

    void moveDeadline(long certainUntil) {
        this.certainUntil = certainUntil;
    }

    @Override
    public String toString() {
        return election + " by " + node + " (epoch " + epoch + ")";
    }
}
