// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaitingFetchesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int LONG = 3_600_000;

    private final PartitionKey one = new PartitionKey(new TopicId(new UUID(0, 1)), 0);
    private final PartitionKey other = new PartitionKey(new TopicId(new UUID(0, 1)), 1);
    private final WaitingFetches fetches = new WaitingFetches();
    private final AtomicInteger there = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    @AfterEach
    void close() {
        fetches.close();
    }

    private CompletableFuture<Integer> await(int wanted, int millis) {
        return fetches.await(
                List.of(one, other),
                millis,
                () -> {
                    looks.incrementAndGet();
                    return Optional.of(there.get()).filter(it -> it >= wanted);
                },
                there::get);
    }

    @Test
    void recordsOfAnyPartitionEndTheWait() {
        CompletableFuture<Integer> waiting = await(2, LONG);
        eventually("it looked", SOON, () -> looks.get() == 1, looks::get);
        there.set(1);
        fetches.committed(one, 1);
        eventually("it looked again", SOON, () -> looks.get() == 2, looks::get);
        assertThat(waiting).isNotDone();
        there.set(2);

        fetches.committed(other, 1);

        assertThat(waiting.join()).isEqualTo(2);
        eventually("it waits no more", SOON, () -> fetches.size() == 0, fetches::size);
    }

    @Test
    void whatCameBeforeItWaitedIsSeen() {
        there.set(5);

        assertThat(await(1, LONG).join()).isEqualTo(5);
    }

    @Test
    void itEndsWithLittleWhenTimeIsOver() {
        there.set(1);

        assertThat(await(2, 1).join()).isEqualTo(1);
        eventually("it waits no more", SOON, () -> fetches.size() == 0, fetches::size);
    }

    @Test
    void fetchThatNobodyWaitsForIsForgotten() {
        CompletableFuture<Integer> waiting = await(2, LONG);

        waiting.cancel(false);

        assertThat(fetches.size()).isZero();
    }

    @Test
    void noFetchWaitsForEver() {
        assertThat(FetchHandler.patience(Integer.MAX_VALUE)).isEqualTo(60_000);
        assertThat(FetchHandler.patience(500)).isEqualTo(500);
    }

    @Test
    void lostLeadIsLookedAt() {
        CompletableFuture<Integer> waiting = await(1, LONG);
        eventually("it looked", SOON, () -> looks.get() == 1, looks::get);
        there.set(1);

        fetches.removed(one);

        assertThat(waiting.join()).isEqualTo(1);
    }

    @Test
    void failureOfALookIsTheResult() {
        CompletableFuture<Integer> waiting = fetches.await(
                List.of(one),
                LONG,
                () -> {
                    throw new IllegalStateException("broken");
                },
                there::get);

        assertThatThrownBy(waiting::join).hasRootCauseMessage("broken");
    }
}
