// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.spi.lease.GatedStore.NOTHING_THERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseReply.Failed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoreLinkTest {
    private final GatedStore store = new GatedStore();
    private final StoreLink link = new StoreLink(store);

    @AfterEach
    void close() {
        link.close();
    }

    static LeaseRequest read(String election) {
        return new LeaseRequest.Read(ElectionName.of(election));
    }

    private CompletableFuture<LeaseReply> send(LeaseRequest request) {
        CompletableFuture<LeaseReply> reply = new CompletableFuture<>();
        link.send(request, reply::complete);
        return reply;
    }

    private static LeaseReply get(CompletableFuture<LeaseReply> reply) throws Exception {
        return reply.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aRequestIsAnswered() throws Exception {
        CompletableFuture<LeaseReply> reply = send(read("a"));
        store.answer();

        assertThat(get(reply)).isEqualTo(NOTHING_THERE);
        assertThat(store.awaitBatch()).containsExactly(read("a"));
    }

    @Test
    void whatQueuesUpGoesAsOneBatchInOrder() throws Exception {
        CompletableFuture<LeaseReply> first = send(read("a"));
        store.awaitBatch();
        CompletableFuture<LeaseReply> second = send(read("b"));
        CompletableFuture<LeaseReply> third = send(read("c"));
        CompletableFuture<LeaseReply> fourth = send(read("a"));

        store.answer();
        store.answer();

        assertThat(store.awaitBatch()).containsExactly(read("b"), read("c"), read("a"));
        assertThat(List.of(get(first), get(second), get(third), get(fourth))).containsOnly(NOTHING_THERE);
    }

    @Test
    void aNewerRequestReplacesOneThatIsStillWaiting() throws Exception {
        CompletableFuture<LeaseReply> busy = send(read("a"));
        store.awaitBatch();
        CompletableFuture<LeaseReply> replaced = send(read("b"));
        LeaseRequest newer = new LeaseRequest.Release(ElectionName.of("b"), new LeaseToken(1, 1), Optional.empty());
        CompletableFuture<LeaseReply> kept = send(newer);

        store.answer();
        store.answer();

        assertThat(store.awaitBatch()).containsExactly(newer);
        assertThat(get(kept)).isEqualTo(NOTHING_THERE);
        assertThat(get(busy)).isEqualTo(NOTHING_THERE);
        assertThat(replaced).isNotDone();
    }

    @Test
    void aBatchHasABound() throws Exception {
        CompletableFuture<LeaseReply> busy = send(read("busy"));
        store.awaitBatch();
        List<CompletableFuture<LeaseReply>> replies = new ArrayList<>();
        for (int i = 0; i <= WaitingRequests.MAX_BATCH; i++) {
            replies.add(send(read("e" + i)));
        }

        store.answer();
        store.answer();
        store.answer();

        assertThat(store.awaitBatch()).hasSize(WaitingRequests.MAX_BATCH);
        assertThat(store.awaitBatch()).containsExactly(read("e" + WaitingRequests.MAX_BATCH));
        for (CompletableFuture<LeaseReply> reply : replies) {
            assertThat(get(reply)).isEqualTo(NOTHING_THERE);
        }
        assertThat(busy).isDone();
    }

    @Test
    void aStoreThatThrowsIsTroubleAndTheLinkGoesOn() throws Exception {
        store.answers.add(requests -> {
            throw new IllegalStateException("broken");
        });
        assertThat(get(send(read("a"))))
                .isEqualTo(Failed.unreachable("the lease store failed: java.lang.IllegalStateException: broken"));

        store.answer();
        assertThat(get(send(read("a")))).isEqualTo(NOTHING_THERE);
    }

    @Test
    void aStoreThatAnswersTooLittleIsTrouble() throws Exception {
        store.answers.add(requests -> List.of());

        assertThat(get(send(read("a"))))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.why()).contains("0 replies to 1 requests"));
    }

    @Test
    void aStoreThatAnswersNothingIsTrouble() throws Exception {
        store.answers.add(requests -> null);
        assertThat(get(send(read("a")))).isInstanceOf(Failed.class);

        store.answers.add(requests -> java.util.Collections.singletonList(null));
        assertThat(get(send(read("a")))).isInstanceOf(Failed.class);
    }

    @Test
    void anAnswerThatThrowsKeepsNoOtherFromItsAnswer() throws Exception {
        CompletableFuture<LeaseReply> busy = send(read("busy"));
        store.awaitBatch();
        link.send(read("a"), reply -> {
            throw new IllegalStateException("a listener's fault");
        });
        link.send(read("b"), reply -> {
            throw new OutOfMemoryError("no memory for the answer");
        });
        CompletableFuture<LeaseReply> third = send(read("c"));

        store.answer();
        store.answer();
        store.answer();

        assertThat(get(busy)).isEqualTo(NOTHING_THERE);
        assertThat(get(third)).isEqualTo(NOTHING_THERE);
        assertThat(get(send(read("d")))).isEqualTo(NOTHING_THERE);
    }

    @Test
    void anErrorBetweenBatchesDoesNotEndTheLink() throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        Ticker failsOnce = () -> {
            if (fails.getAndSet(false)) {
                throw new OutOfMemoryError("no memory for a batch");
            }
            return 0;
        };
        try (StoreLink failing = new StoreLink(store, Duration.ZERO, failsOnce)) {
            CompletableFuture<LeaseReply> reply = new CompletableFuture<>();
            fails.set(true);
            store.answer();

            failing.send(read("a"), reply::complete);

            assertThat(get(reply)).isEqualTo(NOTHING_THERE);
            assertThat(fails).isFalse();
        }
    }

    @Test
    void closingEndsTheLinkAfterTheCallUnderWay() throws Exception {
        CompletableFuture<LeaseReply> underWay = send(read("a"));
        store.awaitBatch();
        CompletableFuture<LeaseReply> waiting = send(read("b"));

        link.close();
        assertThat(store.closed.getCount()).as("not while it is called").isOne();
        store.answer();

        assertThat(store.closed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(get(underWay)).isEqualTo(NOTHING_THERE);
        assertThat(waiting).isNotDone();
        assertThat(store.batches).isEmpty();
    }

    @Test
    void closingAnIdleLinkClosesTheStore() throws Exception {
        link.close();

        assertThat(store.closed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void looksThatFollowEachOtherCloselyGoTogether() throws InterruptedException {
        try (StoreLink gathering = new StoreLink(store, Duration.ofHours(1), System::nanoTime)) {
            LeaseRequest release =
                    new LeaseRequest.Release(ElectionName.of("d"), new LeaseToken(0, 1), Optional.empty());
            for (int i = 0; i < WaitingRequests.MAX_AT_ONCE; i++) {
                gathering.send(read("a"), reply -> {});
                assertThat(store.awaitBatch()).as("the first ones go at once").containsExactly(read("a"));
                store.answer();
            }
            gathering.send(read("b"), reply -> {});
            gathering.send(read("c"), reply -> {});

            gathering.send(release, reply -> {});

            assertThat(store.awaitBatch()).containsExactly(read("b"), read("c"), release);
            store.answer();
        }
    }

    @Test
    void looksThatAreDueSoonGoWithRenewals() throws InterruptedException {
        store.looksJoinRenewals = true;
        LeaseRequest renewal = new LeaseRequest.Renew(ElectionName.of("a"), new LeaseToken(0, 1), Duration.ofDays(1));
        try (StoreLink gathering = new StoreLink(store, Duration.ofMinutes(10), System::nanoTime)) {
            gathering.watch(new LeaseLink.Listener() {
                @Override
                public void changed(ElectionName election) {}

                @Override
                public void renewing() {
                    gathering.send(read("b"), reply -> {});
                }
            });

            gathering.send(renewal, reply -> {});

            assertThat(store.awaitBatch()).as("in one batch").contains(renewal, read("b"));
            store.answer();
        }
    }

    // ---- calls that hang

    private final AtomicLong clock = new AtomicLong();

    /** Sends as a contest does that got no answer in time. */
    static CompletableFuture<LeaseReply> sendTo(StoreLink to, LeaseRequest request) {
        CompletableFuture<LeaseReply> reply = new CompletableFuture<>();
        to.send(request, reply::complete);
        return reply;
    }

    @Test
    void aCallThatHangsIsAbandonedAndAnotherThreadGoesOn() throws Exception {
        store.patience = Duration.ofSeconds(2);
        try (StoreLink patient = new StoreLink(store, Duration.ZERO, clock::get)) {
            CompletableFuture<LeaseReply> lost = sendTo(patient, read("a"));
            store.awaitBatch();
            clock.set(Duration.ofSeconds(2).toNanos());
            patient.send(read("a"), reply -> {});
            assertThat(store.abandoned).as("it may take that long").hasValue(0);
            clock.incrementAndGet();

            CompletableFuture<LeaseReply> reply = sendTo(patient, read("a"));

            assertThat(store.awaitBatch()).containsExactly(read("a"));
            assertThat(store.abandoned).hasValue(1);
            store.answer();
            store.answer();
            assertThat(get(reply)).isEqualTo(NOTHING_THERE);
            assertThat(get(lost)).as("of no use to its sender any more").isEqualTo(NOTHING_THERE);
            store.answer();
            assertThat(get(sendTo(patient, read("b")))).isEqualTo(NOTHING_THERE);
        }
        assertThat(store.closed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void eachThreadThatHangsDoublesThePatience() throws Exception {
        assertThat(secondsOfAbandoning(20)).containsExactly(1, 4, 9, 18);
    }

    @Test
    void thePatienceGrowsToABound() throws Exception {
        store.maxPatience = Duration.ofSeconds(4);

        assertThat(secondsOfAbandoning(20)).containsExactly(1, 4, 9, 14, 19);
    }

    @Test
    void whereManyThreadsHangThePatienceGrowsBeyondItsBound() throws Exception {
        store.maxPatience = Duration.ofSeconds(1);

        assertThat(secondsOfAbandoning(200)).hasSize(StoreLink.MAX_HANGING);
    }

    /** The seconds in which a call is abandoned, of calls that all hang and may take a second. */
    private List<Integer> secondsOfAbandoning(int seconds) throws Exception {
        store.patience = Duration.ofSeconds(1);
        try (StoreLink patient = new StoreLink(store, Duration.ZERO, clock::get)) {
            List<Integer> abandoned = new ArrayList<>();
            patient.send(read("a"), reply -> {});
            store.awaitBatch();
            for (int second = 1; second <= seconds; second++) {
                clock.set(Duration.ofSeconds(second).toNanos() + 1_000_000);
                int before = store.abandoned.get();
                patient.send(read("a"), reply -> {});
                if (store.abandoned.get() > before) {
                    abandoned.add(second);
                    store.awaitBatch();
                }
            }

            for (int i = 0; i <= abandoned.size(); i++) {
                store.answer();
            }
            return abandoned;
        }
    }

    @Test
    void aThreadThatCouldNotBeStartedIsTriedAgain() throws Exception {
        store.patience = Duration.ofSeconds(1);
        AtomicBoolean fails = new AtomicBoolean();
        ThreadFactory threads = task -> {
            if (fails.getAndSet(false)) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(task);
        };
        try (StoreLink failing = new StoreLink(store, Duration.ZERO, clock::get, threads)) {
            failing.send(read("a"), reply -> {});
            store.awaitBatch();
            clock.set(Duration.ofSeconds(2).toNanos());
            fails.set(true);
            failing.send(read("a"), reply -> {});
            assertThat(store.abandoned).hasValue(0);

            CompletableFuture<LeaseReply> reply = sendTo(failing, read("a"));

            store.awaitBatch();
            store.answer();
            store.answer();
            assertThat(get(reply)).isEqualTo(NOTHING_THERE);
        }
    }
}
