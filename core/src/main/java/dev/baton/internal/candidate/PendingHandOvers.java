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
 * Those who asked a leader to step down, and wait for the outcome. Touched from the candidate's lane only; the answers
 * go by way of the listeners' queue, since code of the user's hangs on them.
 */
final class PendingHandOvers {
    private final CandidateListeners listeners;
    private final List<CompletableFuture<Void>> resignations = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();

    private record Transfer(Epoch from, CompletableFuture<Leader> done) {}

    PendingHandOvers(CandidateListeners listeners) {
        this.listeners = listeners;
    }

    /** @param done when leadership is given back */
    void resigning(CompletableFuture<Void> done) {
        resignations.add(done);
    }

    /** @param done when a leader after {@code from} is seen */
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

    /** The candidate leaves the election, and will see no leader any more. */
    void left() {
        transfers.forEach(
                transfer -> fail(transfer.done(), new UnavailableException("closed before a next leader was seen")));
        transfers.clear();
    }

    void brokenDown(Throwable bug) {
        OutcomeUnknownException unknown =
                new OutcomeUnknownException("the candidate broke down; what it led lapses by itself", bug);
        resignations.forEach(done -> fail(done, unknown));
        transfers.forEach(transfer -> fail(transfer.done(), unknown));
    }

    private void fail(CompletableFuture<?> request, Exception why) {
        listeners.queue(() -> request.completeExceptionally(why));
    }
}
