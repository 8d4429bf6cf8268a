// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorContext;
import java.util.Optional;

/**
 * Watches the processes that hold leases, so that a standby need not wait for the expiry of a lease whose holder is
 * gone or has given it back. One watch serves all elections of a process, and shows this process to the others.
 *
 * <p>What an implementation keeps, because {@link Listener#gone} lets a live lease be taken:
 *
 * <ol>
 *   <li>A node is said to be gone only on proof that its process has ended. Silence is not proof.
 *   <li>From {@link #publish} until {@link #close()}, and after it until every lease that this process
 *       {@link #holding holds} is released or over, no other node gets such proof about this process.
 * </ol>
 *
 * <p>Methods may be called from any thread and do not block, except {@link #close()}, which is bounded.
 */
public interface HolderWatch extends AutoCloseable {
    /** Sees nothing and shows nothing: every lease is waited for. */
    HolderWatch NONE = new HolderWatch() {};

    /** Opens the watch of a node. If it throws, nothing is left open. */
    @FunctionalInterface
    interface Factory {
        HolderWatch open(ElectorContext context);
    }

    /** Told what the watch finds out, from any thread. */
    interface Listener {
        /** The process of this node has ended; said again each time it is still seen to hold a lease. */
        void gone(Node holder);

        /** The process of this node was said to be gone, and answers: what was said no longer holds. */
        void answers(Node holder);

        /** The row of this election may have changed. */
        void changed(ElectionName election);
    }

    /** Called once, before anything else. */
    default void start(Listener listener) {}

    /** Shows this process to others, from before it enters an election: the entry, with where it can be watched. */
    default ElectionEntry publish(ElectionEntry entry) {
        return entry;
    }

    /** What keeps others from finding out that this process has ended; fixed when the watch is opened. */
    default Optional<Alarm> alarm() {
        return Optional.empty();
    }

    /** Another process holds this election's lease. */
    default void watch(ElectionName election, Leader holder) {}

    /** No other process is known to hold this election's lease. */
    default void unwatch(ElectionName election) {}

    /** This process holds the lease, and may act under it until it is {@link #released}, or this instant comes. */
    default void holding(ElectionName election, Epoch epoch, long until) {}

    /**
     * This process gave a lease back, and does not act under it.
     *
     * @param epoch empty if it was never {@link #holding held}: an attempt whose outcome stayed unknown
     */
    default void released(ElectionName election, Optional<Epoch> epoch) {}

    /** Stops watching at once, and showing this process as soon as the second guarantee allows it. */
    @Override
    default void close() {}
}
