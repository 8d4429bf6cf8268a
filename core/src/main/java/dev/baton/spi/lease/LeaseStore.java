// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import java.time.Duration;
import java.util.List;

/**
 * A shared store that keeps one row per election and has its own clock. Called by one thread at a time, and may block:
 * a {@link StoreLink} calls it on its own thread.
 */
public interface LeaseStore extends AutoCloseable {
    /**
     * Answers requests in their order, each atomically. No two of them are about the same election. Never throws: a
     * failure is a reply.
     */
    List<LeaseReply> execute(List<LeaseRequest> requests);

    /**
     * Reports what is known about rows without reading them. Called again after the returned pause; one batch of
     * waiting requests goes first.
     */
    default Duration listen(LeaseLink.Listener listener) {
        return NOTHING_TO_HEAR;
    }

    /** Whether reading rows together with renewals costs nothing extra. Any thread. */
    default boolean looksJoinRenewals() {
        return false;
    }

    /** The pause of a store that has nothing to report. */
    Duration NOTHING_TO_HEAR = Duration.ofDays(1);

    /** How long the current call may take before it is {@linkplain #abandon abandoned}. Any thread. */
    default Duration patience() {
        return NOTHING_TO_HEAR;
    }

    /**
     * How long a call may take at most, however many calls before it hang; {@link #patience()} if that is longer. Any
     * thread.
     */
    default Duration maxPatience() {
        return NOTHING_TO_HEAR;
    }

    /**
     * Abandons the current call, which may never return. The next call comes from another thread, perhaps while the
     * abandoned one still runs, and must not depend on it. Does not block. Any thread.
     */
    default void abandon() {}

    @Override
    void close();
}
