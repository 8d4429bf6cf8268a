// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UninterruptibleWaitTest {
    @Test
    void anInterruptDoesNotCutTheWaitShortAndIsThereAfterwards() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(() -> done.complete(null));
        Thread.currentThread().interrupt();

        assertThat(UninterruptibleWait.done(Duration.ofSeconds(30), done)).isTrue();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void theWaitHasABound() {
        assertThat(UninterruptibleWait.done(Duration.ofMillis(1), new CompletableFuture<>()))
                .isFalse();
        assertThat(UninterruptibleWait.done(Duration.ofSeconds(30), CompletableFuture.failedFuture(new Exception())))
                .isFalse();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theEndOfAThreadIsWaitedFor() {
        Thread ended = new Thread(() -> {});
        ended.start();

        assertThat(UninterruptibleWait.ended(Duration.ofSeconds(30), ended)).isTrue();
        assertThat(UninterruptibleWait.ended(Duration.ZERO, Thread.currentThread()))
                .isFalse();
    }
}
