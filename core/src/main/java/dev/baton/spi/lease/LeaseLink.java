// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.function.Consumer;

/** Sends requests to a lease store without waiting for it. */
public interface LeaseLink extends AutoCloseable {
    /** Sends a request; the answer comes once, from any thread, or never. */
    void send(LeaseRequest request, Consumer<LeaseReply> answer);

    /** Subscribes to rows that other nodes change. A link that cannot notify ignores this; then rows are polled. */
    default void watch(Listener listener) {}

    /** This link, which also reports how long each renewal took, from request to answer. */
    default LeaseLink timed(Ticker ticker, Consumer<Duration> renewals) {
        return new TimedLink(this, ticker, renewals);
    }

    /**
     * Receives what is known about rows without reading them, from any thread. A call may be late or wrong, and decides
     * nothing.
     */
    @FunctionalInterface
    interface Listener {
        /** The row may have changed. */
        void changed(ElectionName election);

        /** The holder with this token has renewed its lease, which lasts until then by this node's ticker. */
        default void renewed(ElectionName election, LeaseToken holder, long until) {}

        /** Renewals of this node are about to be sent: reads that are due soon cost nothing if they are sent now. */
        default void renewing() {}
    }

    @Override
    void close();
}
