// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.raft.group.GroupLeadership;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Confirmations of the lead for many calls at once. One is under way at most; calls that come meanwhile share the next
 * one, since one that began before a call came proves nothing for it. Any thread.
 */
final class BatchedConfirmation {
    private final GroupLeadership leadership;
    private final Runnable rounds;
    private boolean underWay;
    private @Nullable CompletableFuture<Void> next;

    /** @param rounds told of each that begins */
    BatchedConfirmation(GroupLeadership leadership, Runnable rounds) {
        this.leadership = leadership;
        this.rounds = rounds;
    }

    /** Completes once a majority has confirmed the lead in a round that began after this call. */
    CompletableFuture<Void> confirm() {
        CompletableFuture<Void> asked;
        synchronized (this) {
            if (underWay) {
                next = next == null ? new CompletableFuture<>() : next;
                return next;
            }
            underWay = true;
            asked = new CompletableFuture<>();
        }
        begin(asked);
        return asked;
    }

    private void begin(CompletableFuture<Void> asked) {
        rounds.run();
        CompletableFuture<Void> unused = leadership.confirm().whenComplete((done, failed) -> {
            CompletableFuture<Void> following;
            synchronized (this) {
                following = next;
                next = null;
                underWay = following != null;
            }
            if (following != null) {
                begin(following);
            }
            if (failed == null) {
                asked.complete(null);
            } else {
                asked.completeExceptionally(failed);
            }
        });
    }
}
