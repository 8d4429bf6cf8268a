// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Questions that are answered on a lane, now or later. */
public record LaneRequests(Executor lane) {
    /** @param answering completes the answer, then or later */
    <T> CompletableFuture<T> ask(Consumer<CompletableFuture<T>> answering) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        onLane(answer, () -> answering.accept(answer));
        return answer;
    }

    /** The waiting caller is told of an error too; reporting it is up to the lane. */
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
