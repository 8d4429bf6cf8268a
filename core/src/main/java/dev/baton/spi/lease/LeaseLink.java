// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.function.Consumer;

/** The way to a lease store, without waiting for it. */
public interface LeaseLink extends AutoCloseable {
    /** Sends a request; the answer comes once, from any thread, or never. */
    void send(LeaseRequest request, Consumer<LeaseReply> answer);

    /** Asks to be told of rows that others change. A link that cannot tell ignores this; then rows are polled. */
    default void watch(Listener listener) {}

    /** This link, which also tells how long each renewal took, from request to answer. */
    default LeaseLink timed(Ticker ticker, Consumer<Duration> renewals) {
        return new TimedLink(this, ticker, renewals);
    }

    /** Told what is known about rows without reading them, from any thread. It may be late or wrong, and decides nothing. */
    @FunctionalInterface
    interface Listener {
        /** The row may have changed. */
        void changed(ElectionName election);

        /** The holder with this token has renewed its lease, which lasts until then by this node's ticker. */
        default void renewed(ElectionName election, LeaseToken holder, long until) {}

        /** Renewals of this node leave in a moment: looks that are due soon cost nothing if they are sent now. */
        default void renewing() {}
    }

    @Override
    void close();
}
