// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Questions that are answered on a lane, now or later. */
record LaneRequests(Executor lane) {
    /** @param answering completes the answer, then or later */
    <T> CompletableFuture<T> ask(Consumer<CompletableFuture<T>> answering) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        onLane(answer, () -> answering.accept(answer));
        return answer;
    }

    /** Whoever waits for the answer also hears of an error, which is the lane's to report. */
    void onLane(CompletableFuture<?> answer, Runnable task) {
        lane.execute(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error broken) {
                answer.completeExceptionally(broken);
                throw broken;
            }
        });
    }
}
