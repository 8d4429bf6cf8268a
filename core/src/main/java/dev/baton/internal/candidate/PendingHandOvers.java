// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The requests to step down whose callers wait for the outcome. Accessed only from the candidate's lane; the answers go
 * through the listeners' queue, since they run the user's code.
 */
final class PendingHandOvers {
    private final CandidateListeners listeners;
    private final List<CompletableFuture<Void>> resignations = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();

    private record Transfer(Epoch from, CompletableFuture<Leader> done) {}

    PendingHandOvers(CandidateListeners listeners) {
        this.listeners = listeners;
    }

    /** @param done completed when leadership is given back */
    void resigning(CompletableFuture<Void> done) {
        resignations.add(done);
    }

    /** @param done completed when a leader after {@code from} is seen */
    void transferring(Epoch from, CompletableFuture<Leader> done) {
        transfers.add(new Transfer(from, done));
    }

    void givenBack() {
        resignations.forEach(done -> listeners.queue(() -> done.complete(null)));
        resignations.clear();
    }

    void seen(Leader next) {
        transfers.removeIf(transfer -> {
            boolean after = next.epoch().isAfter(transfer.from());
            if (after) {
                listeners.queue(() -> transfer.done().complete(next));
            }
            return after;
        });
    }

    /** The candidate leaves the election, and will see no further leader. */
    void left() {
        transfers.forEach(
                transfer -> fail(transfer.done(), new UnavailableException("closed before a next leader was seen")));
        transfers.clear();
    }

    void brokenDown(Throwable bug) {
        OutcomeUnknownException unknown =
                new OutcomeUnknownException("the candidate failed; its leadership expires on its own", bug);
        resignations.forEach(done -> fail(done, unknown));
        transfers.forEach(transfer -> fail(transfer.done(), unknown));
    }

    private void fail(CompletableFuture<?> request, Exception why) {
        listeners.queue(() -> request.completeExceptionally(why));
    }
}
