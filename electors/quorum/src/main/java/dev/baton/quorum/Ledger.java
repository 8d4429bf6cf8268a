// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.UnavailableException;

/**
 * Where the state of a voter is kept, so that it outlasts a power cut. Its methods may block, so no lane calls them:
 * {@link LedgerWriter} does. Used by one thread at a time.
 */
public interface Ledger extends AutoCloseable {
    /** All that was written. */
    VoterState read();

    /**
     * Adds a change to what was written before, in one write.
     *
     * @throws UnavailableException if it cannot be made durable; then it must not be acted on
     */
    void write(VoterState change);

    @Override
    void close();
}
