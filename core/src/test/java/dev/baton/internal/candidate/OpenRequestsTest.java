// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.standalone.StandaloneElector;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenRequestsTest {
    private final OpenRequests requests = new OpenRequests();

    @Test
    void whatIsOpenIsCompletedAtTheEnd() {
        CompletableFuture<String> open = requests.open(it -> it.complete("ended"));
        CompletableFuture<String> done = requests.open(it -> it.complete("ended"));
        done.complete("done");

        requests.close();

        assertThat(open).isCompletedWithValue("ended");
        assertThat(done).isCompletedWithValue("done");
    }

    @Test
    void whatComesAfterTheEndIsCompletedAtOnce() {
        requests.close();

        assertThat(requests.<String>open(it -> it.complete("ended"))).isCompletedWithValue("ended");
    }

    /** As it was seen to happen, rarely, when a call met the closing of the threads. */
    @Test
    void noFutureOfACandidateIsLeftOpenByANodeWhoseThreadsWereBusyWhenItClosed() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        Baton baton = Baton.node("a").start(StandaloneElector.inMemory());
        Candidate candidate = baton.stand("jobs")
                .settings(CandidateSettings.builder().eligible(false).build())
                .dutyPolicy(Duty.Policy.DEFAULT.withStopTimeout(Duration.ofMillis(50)))
                .start();
        candidate.addListener(new LeadershipListener() {});
        CompletableFuture<Void> freed = occupyThreadOf(candidate, busy);
        CompletableFuture<Leadership> asked = candidate.whenLeading();
        CompletableFuture<Void> resigned = candidate.resign();
        CompletableFuture<Leader> transferred = candidate.transferTo(NodeId.of("b"));
        CompletableFuture<Boolean> eligible = candidate.setEligible(false, Optional.empty());

        baton.close();

        assertThat(asked)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(NotLeaderException.class);
        assertThat(resigned).isCompletedExceptionally();
        assertThat(transferred).isCompletedExceptionally();
        assertThat(eligible).isCompletedWithValue(false);
        assertThat(candidate.whenLeading()).isCompletedExceptionally();
        assertThat(candidate.resign()).isCompletedExceptionally();
        assertThat(candidate.closeAsync()).isDone();
        busy.countDown();
        assertThat(freed).succeedsWithin(Duration.ofSeconds(20));
    }

    /** Asks until an answer is heard on the candidate's own thread, and keeps that thread until {@code busy} is open. */
    private static CompletableFuture<Void> occupyThreadOf(Candidate candidate, CountDownLatch busy) {
        Thread asking = Thread.currentThread();
        AtomicBoolean occupied = new AtomicBoolean();
        CompletableFuture<Void> freed = new CompletableFuture<>();
        while (!occupied.get()) {
            CompletableFuture<Void> unused = candidate
                    .setEligible(false, Optional.empty())
                    .thenRun(() -> {
                        if (Thread.currentThread() != asking && !occupied.getAndSet(true)) {
                            hang(busy);
                            freed.complete(null);
                        }
                    });
        }
        return freed;
    }

    private static void hang(CountDownLatch busy) {
        boolean over = false;
        while (!over) {
            try {
                busy.await();
                over = true;
            } catch (InterruptedException closing) {
                // A listener that does not care.
            }
        }
    }
}
