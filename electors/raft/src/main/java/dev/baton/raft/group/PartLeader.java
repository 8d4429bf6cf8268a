// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import java.util.concurrent.CompletableFuture;

/** The leader's side of a part, for as long as its member leads in one term: it decides what requests come to. */
public interface PartLeader {
    /**
     * Answers a request of a node or a client. Called from any thread, does not block, and never throws: a request that
     * is invalid is answered by the part's own refusal, and one that this member can no longer decide fails with
     * {@link dev.baton.NotLeaderException}.
     */
    CompletableFuture<byte[]> call(byte[] request);

    /** The lead is lost, or its member is closed. Called once; requests may still come, and fail. */
    void end();
}
