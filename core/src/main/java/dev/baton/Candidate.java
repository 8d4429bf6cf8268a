// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * This node's role in one election, created by {@link Baton#stand}. Any thread may call it. Queries return at once;
 * requests return a future, whose callbacks run in order with the calls of listeners. Every future is completed, by
 * {@link Baton#close()} at the latest.
 */
public interface Candidate extends AutoCloseable {
    /** The election that this candidate stands in. */
    ElectionName election();

    /** The node whose candidate this is. */
    Node node();

    /** Whether this node leads now. Costs one clock reading; allocates nothing. */
    boolean isLeader();

    /** The leadership that this node holds now. */
    Optional<Leadership> leadership();

    /**
     * The leadership that this node holds now.
     *
     * @throws NotLeaderException if it holds none; names the leader if it is known
     */
    Leadership requireLeadership();

    /**
     * The leadership that this node holds, or the next one that it wins: for code that has to wait for its turn. Fails
     * with {@link NotLeaderException} if the candidate is closed before that.
     */
    CompletableFuture<Leadership> whenLeading();

    /** Who leads, as last seen from here: a hint for routing; may be stale. */
    Optional<Leader> leader();

    /** This candidate at a glance: its state, its duties, and who leads. */
    Status status();

    /** How many calls of listeners have thrown. */
    long listenerFailures();

    /** Adds a listener; if this node leads, the listener is told so first. */
    void addListener(LeadershipListener listener);

    /** Removes a listener; earlier events may still be delivered to it. */
    void removeListener(LeadershipListener listener);

    /**
     * Gives up leadership. The future is completed when the duties are stopped and leadership is given back; fails with
     * {@link NotLeaderException} if this node does not lead. A duty may call it and must not wait for it.
     */
    CompletableFuture<Void> resign();

    /**
     * Gives up leadership if its epoch is {@code epoch}, so that a caller with an outdated view does not end the next
     * leadership by mistake. Fails with {@link NotLeaderException} if this node does not lead under {@code epoch}.
     */
    CompletableFuture<Void> resign(Epoch epoch);

    /**
     * Gives up leadership in favour of {@code successor}. The future is completed when the next leader is seen, which
     * is another node if the successor did not take over; fails with {@link NotLeaderException} if this node does not
     * lead.
     */
    CompletableFuture<Leader> transferTo(NodeId successor);

    /**
     * Gives up leadership in favour of {@code successor} if its epoch is {@code epoch}. Fails with
     * {@link NotLeaderException} if this node does not lead under {@code epoch}.
     */
    CompletableFuture<Leader> transferTo(NodeId successor, Epoch epoch);

    /** Allows this node to lead, or forbids it; a leader that is made ineligible steps down. */
    void setEligible(boolean eligible);

    /**
     * Allows this node to lead, or forbids it, only if the epoch of the leader that it sees is still {@code seen}, or
     * there is still no leader.
     *
     * @return whether the setting was changed
     */
    CompletableFuture<Boolean> setEligible(boolean eligible, Optional<Epoch> seen);

    /** Steps down and leaves the election. The future is completed when leadership is given back. */
    CompletableFuture<Void> closeAsync();

    /** How long {@link #close()} waits at most. */
    Duration closeTimeout();

    /**
     * Steps down and leaves the election, and waits until leadership is given back, for {@link #closeTimeout()} at most:
     * a duty that hangs is left to the fault handler. An interrupt does not cut the wait short; the interrupt flag is set
     * again afterwards.
     *
     * @throws IllegalStateException on the thread of one of its duties, which would wait for itself
     */
    @Override
    void close();

    /** The state of a candidate. The legal moves are data; a test draws the diagram in the documents from them. */
    enum State {
        /** Watches, and does not ask for leadership. */
        STANDBY,
        /** Has seen that no node leads; waits for the takeover delay, then asks for leadership. */
        TAKING_OVER,
        /** Leads: its duties run under its epoch. */
        LEADING,
        /** Has told its duties to stop; gives leadership back when they are seen to be stopped. */
        STEPPING_DOWN,
        /** Has left the election. */
        CLOSED;

        /** The states that may follow. */
        public Set<State> next() {
            return switch (this) {
                case STANDBY -> EnumSet.of(TAKING_OVER, STEPPING_DOWN, CLOSED);
                case TAKING_OVER -> EnumSet.of(STANDBY, LEADING, STEPPING_DOWN);
                case LEADING -> EnumSet.of(STEPPING_DOWN);
                case STEPPING_DOWN -> EnumSet.of(STANDBY);
                case CLOSED -> EnumSet.noneOf(State.class);
            };
        }
    }

    /**
     * A candidate at a glance.
     *
     * @param epoch the epoch under which this node leads, if it does
     * @param remaining how long that is certain without a further renewal
     * @param leader who leads, as last seen
     */
    record Status(
            ElectionName election,
            Node node,
            State state,
            boolean eligible,
            boolean healthy,
            Optional<Epoch> epoch,
            Duration remaining,
            Optional<Leader> leader,
            List<Duty.Status> duties) {}
}
