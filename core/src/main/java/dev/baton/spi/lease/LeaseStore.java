// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import java.time.Duration;
import java.util.List;

/**
 * A shared place that keeps one row per election and has its own clock. Called by one thread at a time, and may
 * block: a {@link StoreLink} calls it on its own thread.
 */
public interface LeaseStore extends AutoCloseable {
    /**
     * Answers requests, of which no two are about the same election, in their order; each is atomic by itself. Never
     * throws: trouble is a reply.
     */
    List<LeaseReply> execute(List<LeaseRequest> requests);

    /**
     * Tells what is known about rows without reading them. Called again after the pause that it returns; requests that
     * wait go first, one batch of them.
     */
    default Duration listen(LeaseLink.Listener listener) {
        return NOTHING_TO_HEAR;
    }

    /** Whether rows that are looked at together with renewals cost nothing on top. Any thread. */
    default boolean looksJoinRenewals() {
        return false;
    }

    /** The pause of a store that has nothing to tell. */
    Duration NOTHING_TO_HEAR = Duration.ofDays(1);

    /** How long the call under way may take before it is {@linkplain #abandon abandoned}. Any thread. */
    default Duration patience() {
        return NOTHING_TO_HEAR;
    }

    /** However many calls hang, the next one is not waited for any longer, unless that is its patience. Any thread. */
    default Duration maxPatience() {
        return NOTHING_TO_HEAR;
    }

    /**
     * Gives up on the call under way, which may never return. The next call comes from another thread, perhaps while the
     * abandoned one goes on, and must not depend on it. Does not block. Any thread.
     */
    default void abandon() {}

    @Override
    void close();
}
