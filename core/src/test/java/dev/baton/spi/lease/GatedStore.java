// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseReply.Failed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** A lease store that answers a batch when the test says how. */
final class GatedStore implements LeaseStore {
    static final LeaseReply NOTHING_THERE = new Answered(Optional.empty());

    final BlockingQueue<List<LeaseRequest>> batches = new LinkedBlockingQueue<>();
    final BlockingQueue<Function<List<LeaseRequest>, List<LeaseReply>>> answers = new LinkedBlockingQueue<>();
    final CountDownLatch closed = new CountDownLatch(1);
    final AtomicInteger abandoned = new AtomicInteger();
    final Queue<Consumer<LeaseLink.Listener>> heard = new ConcurrentLinkedQueue<>();
    volatile boolean looksJoinRenewals;
    volatile Duration patience = Duration.ofDays(1);
    volatile Duration maxPatience = Duration.ofDays(1);

    @Override
    public Duration listen(LeaseLink.Listener listener) {
        Consumer<LeaseLink.Listener> next = heard.poll();
        if (next != null) {
            next.accept(listener);
        }
        return Duration.ofMillis(1);
    }

    @Override
    public boolean looksJoinRenewals() {
        return looksJoinRenewals;
    }

    @Override
    public Duration patience() {
        return patience;
    }

    @Override
    public Duration maxPatience() {
        return maxPatience;
    }

    @Override
    public void abandon() {
        abandoned.incrementAndGet();
    }

    @Override
    public List<LeaseReply> execute(List<LeaseRequest> requests) {
        batches.add(requests);
        try {
            return answers.take().apply(requests);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return requests.stream()
                    .<LeaseReply>map(request -> Failed.unreachable("stopped"))
                    .toList();
        }
    }

    List<LeaseRequest> awaitBatch() throws InterruptedException {
        List<LeaseRequest> batch = batches.poll(30, TimeUnit.SECONDS);
        assertThat(batch).as("a batch").isNotNull();
        return batch;
    }

    void answer() {
        answers.add(requests -> requests.stream().map(request -> NOTHING_THERE).toList());
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
