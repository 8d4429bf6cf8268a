// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import java.util.concurrent.CompletableFuture;

/** Sends polls to nodes. */
@FunctionalInterface
public interface PollDispatcher {
    /**
     * Hands a job to its node, with the epoch under which it is handed out.
     *
     * @return done when the node has polled, failed when it could not; {@code accepted} is called when it has begun
     */
    CompletableFuture<Void> dispatch(PollJob job, Runnable accepted);
}
