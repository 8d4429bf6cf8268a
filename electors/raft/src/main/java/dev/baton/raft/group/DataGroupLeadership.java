// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import java.util.concurrent.CompletableFuture;

/** The lead of a group with data, for one term. */
public interface DataGroupLeadership {
    long term();

    /**
     * Proposes an entry behind all that were proposed before. Completes once it is applied here. Fails with
     * {@link dev.baton.NotLeaderException} if it certainly is not in the log; then nothing that is proposed after it will
     * be either. Fails with {@link dev.baton.OutcomeUnknownException} otherwise. Does not block.
     *
     * @param data must not be changed from now on
     */
    CompletableFuture<Void> propose(byte[] header, byte[] data);
}
