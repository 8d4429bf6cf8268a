// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.raft.elections.Rows.LEASE;
import static dev.baton.raft.elections.Rows.ORDERS;
import static dev.baton.raft.elections.Rows.acquire;
import static dev.baton.raft.elections.Rows.acquireFromGone;
import static dev.baton.raft.elections.Rows.node;
import static dev.baton.raft.elections.Rows.release;
import static dev.baton.raft.elections.Rows.renew;
import static dev.baton.raft.elections.Rows.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.Epoch;
import dev.baton.NotLeaderException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ElectionsLeaderTest {
    private final AtomicLong clock = new AtomicLong();
    private final ElectionsPart part = new ElectionsPart(clock::get);
    private final Hand hand = new Hand();
    private final PartLeader leader = part.lead(hand);

    /** A lead whose proposals and confirmations come to what the test wants, when it wants. */
    private final class Hand implements GroupLeadership {
        final Deque<byte[]> proposed = new ArrayDeque<>();
        final Deque<CompletableFuture<byte[]>> results = new ArrayDeque<>();
        final Deque<CompletableFuture<Void>> confirmations = new ArrayDeque<>();
        int spread;

        @Override
        public long term() {
            return 3;
        }

        @Override
        public CompletableFuture<byte[]> propose(byte[] entry) {
            proposed.add(entry);
            results.add(new CompletableFuture<>());
            return results.getLast();
        }

        @Override
        public CompletableFuture<Void> confirm() {
            confirmations.add(new CompletableFuture<>());
            return confirmations.getLast();
        }

        @Override
        public void spreadCommits() {
            spread++;
        }

        void commit() {
            results.remove().complete(part.apply(1, proposed.remove()));
        }

        void confirmed() {
            confirmations.remove().complete(null);
        }
    }

    private CompletableFuture<byte[]> call(LeaseRequest... requests) {
        return leader.call(Calls.request(List.of(requests)));
    }

    private static Optional<LeaseRow> row(CompletableFuture<byte[]> answered) {
        LeaseReply reply = Calls.replies(answered.join(), 1).get(0);
        return ((LeaseReply.Answered) reply).row();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private void granted(LeaseRequest.Acquire request) {
        CompletableFuture<byte[]> answer = call(request);
        hand.commit();
        assertThat(row(answer)).hasValueSatisfying(it -> assertThat(it.token()).isEqualTo(request.token()));
    }

    @Test
    void aFreeLeaseIsGrantedOnceItIsCommitted() {
        CompletableFuture<byte[]> answer = call(acquire("a", 1));
        assertThat(answer).isNotDone();

        hand.commit();

        LeaseRow granted = row(answer).orElseThrow();
        assertThat(granted.holder()).isEqualTo(node("a"));
        assertThat(granted.epoch()).isEqualTo(Epoch.of(1));
        assertThat(granted.remaining()).isEqualTo(LEASE);
        assertThat(hand.confirmations).as("the commit is proof enough").isEmpty();
    }

    @Test
    void aRenewalIsAnsweredOnlyAfterAConfirmationThatBeganAfterItCame() {
        granted(acquire("a", 1));
        CompletableFuture<byte[]> earlier = call(new LeaseRequest.Read(ORDERS));
        pass(Duration.ofSeconds(4));

        CompletableFuture<byte[]> renewal = call(renew(1));
        hand.confirmed();
        assertThat(earlier).isDone();
        assertThat(renewal).as("that round had begun before").isNotDone();
        hand.confirmed();

        assertThat(row(renewal).orElseThrow().remaining()).isEqualTo(LEASE);
    }

    @Test
    void callsThatComeTogetherShareAConfirmation() {
        granted(acquire("a", 1));
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(call(renew(1)));
        }

        hand.confirmed();
        hand.confirmed();

        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertThat(hand.confirmations).isEmpty();
    }

    @Test
    void aConfirmationThatFailsRenewsNothing() {
        granted(acquire("a", 1));
        pass(Duration.ofSeconds(4));
        CompletableFuture<byte[]> renewal = call(renew(1));
        hand.confirmations.remove().completeExceptionally(new NotLeaderException("lost"));

        CompletableFuture<byte[]> look = call(new LeaseRequest.Read(ORDERS));
        hand.confirmed();

        assertThat(renewal).isCompletedExceptionally();
        assertThat(row(look).orElseThrow().remaining()).isEqualTo(LEASE.minusSeconds(4));
    }

    @Test
    void aLiveLeaseIsNotGrantedToAnother() {
        granted(acquire("a", 1));

        CompletableFuture<byte[]> answer = call(acquire("b", 2));
        hand.confirmed();

        assertThat(row(answer).orElseThrow().holder()).isEqualTo(node("a"));
        assertThat(hand.proposed).isEmpty();
    }

    @Test
    void anExpiredLeaseIsGrantedUnderAHigherEpoch() {
        granted(acquire("a", 1));
        pass(LEASE);

        CompletableFuture<byte[]> answer = call(acquire("b", 2));
        hand.commit();

        assertThat(row(answer).orElseThrow().leader().epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void aRenewalThatComesWhileAnotherIsGrantedTheLeaseIsTooLate() {
        granted(acquire("a", 1));
        pass(LEASE);
        CompletableFuture<byte[]> grant = call(acquire("b", 2));

        CompletableFuture<byte[]> renewal = call(renew(1));
        hand.confirmed();
        assertThat(row(renewal).orElseThrow().isLive()).isFalse();

        hand.commit();
        assertThat(row(grant).orElseThrow().holder()).isEqualTo(node("b"));
    }

    @Test
    void ofTwoWhoAskForOneFreeLeaseTheFirstInTheLogGetsIt() {
        CompletableFuture<byte[]> first = call(acquire("a", 1));
        CompletableFuture<byte[]> second = call(acquire("b", 2));

        hand.commit();
        hand.commit();

        assertThat(row(first).orElseThrow().holder()).isEqualTo(node("a"));
        assertThat(row(second).orElseThrow().holder()).isEqualTo(node("a"));
        assertThat(row(second).orElseThrow().epoch()).isEqualTo(Epoch.of(1));
    }

    @Test
    void askingAgainWithTheSameTokenIsNoSecondGrant() {
        granted(acquire("a", 1));

        CompletableFuture<byte[]> again = call(acquire("a", 1));
        hand.confirmed();

        assertThat(row(again).orElseThrow().epoch()).isEqualTo(Epoch.of(1));
        assertThat(hand.proposed).isEmpty();
    }

    @Test
    void proofThatTheHolderIsGoneTakesALiveLeaseOfExactlyThatToken() {
        granted(acquire("a", 1));
        CompletableFuture<byte[]> late = call(acquireFromGone("b", 2, 9));
        hand.confirmed();
        assertThat(row(late).orElseThrow().holder()).isEqualTo(node("a"));

        CompletableFuture<byte[]> taken = call(acquireFromGone("b", 3, 1));
        hand.commit();

        assertThat(row(taken).orElseThrow().holder()).isEqualTo(node("b"));
    }

    @Test
    void aReleaseEndsTheLeaseAndKeepsItsEpoch() {
        granted(acquire("a", 1));

        CompletableFuture<byte[]> answer = call(release(1));
        hand.commit();

        LeaseRow released = row(answer).orElseThrow();
        assertThat(released.isLive()).isFalse();
        assertThat(released.released()).isTrue();
        assertThat(released.epoch()).isEqualTo(Epoch.of(1));
    }

    @Test
    void aReleaseByAnotherTokenIsNotEvenProposed() {
        granted(acquire("a", 1));

        CompletableFuture<byte[]> answer = call(release(2));
        hand.confirmed();

        assertThat(row(answer).orElseThrow().isLive()).isTrue();
        assertThat(hand.proposed).isEmpty();
    }

    @Test
    void anEpochWithoutASuccessorIsRefusedAndNothingIsProposed() {
        LeaseRequest.Acquire last = new LeaseRequest.Acquire(
                acquire("a", 1).entry(), token(1), Epoch.of(Long.MAX_VALUE), LEASE, Optional.empty());

        CompletableFuture<byte[]> answer = call(last);
        hand.confirmed();

        assertThat(Calls.replies(answer.join(), 1).get(0)).isInstanceOf(LeaseReply.Failed.class);
        assertThat(hand.proposed).isEmpty();
    }

    @Test
    void aCallThatMakesNoSenseIsRefusedInWords() {
        byte[] answer = leader.call(new byte[] {9}).join();

        assertThat(catchThrowable(() -> Calls.replies(answer, 1))).hasMessageContaining("version 9");
    }

    @Test
    void whatWasGivenBackIsToldWithoutARound() {
        granted(acquire("a", 1));
        CompletableFuture<byte[]> nothing = leader.call(news(0, Duration.ZERO));
        CompletableFuture<?> unused = call(release(1));
        hand.commit();

        Releases.News news =
                Calls.news(leader.call(news(0, Duration.ofSeconds(1))).join());

        assertThat(Calls.news(nothing.join()).released()).isEmpty();
        assertThat(news.released()).containsExactly(ORDERS);
        assertThat(Calls.news(leader.call(news(news.latest(), Duration.ZERO)).join())
                        .released())
                .isEmpty();
        assertThat(hand.confirmations).isEmpty();
    }

    private static byte[] news(long since, Duration hold) {
        return new Calls.News(since, hold).call();
    }

    @Test
    void whoeverWaitsForNewsIsToldAsSoonAsALeaseIsGivenBack() {
        granted(acquire("a", 1));
        CompletableFuture<byte[]> waiting = leader.call(news(0, Duration.ofMillis(250)));
        assertThat(waiting).isNotDone();

        CompletableFuture<?> unused = call(release(1));
        hand.commit();

        assertThat(Calls.news(waiting.join()).released()).containsExactly(ORDERS);
    }

    @Test
    void newsAreWaitedForUntilTheNextQuestionAfterTheirTimeAndNoLongerThanTheLead() {
        CompletableFuture<byte[]> first = leader.call(news(0, Duration.ofMillis(250)));
        pass(Duration.ofMillis(249));
        CompletableFuture<byte[]> second = leader.call(news(0, Duration.ofMillis(250)));
        assertThat(first).isNotDone();

        pass(Duration.ofMillis(1));
        CompletableFuture<byte[]> third = leader.call(news(0, Duration.ofMillis(250)));

        assertThat(Calls.news(first.join()).released()).isEmpty();
        assertThat(second).isNotDone();
        leader.end();
        assertThat(second).isCompletedExceptionally();
        assertThat(third).isCompletedExceptionally();
    }

    @Test
    void theOthersAreToldAtOnceThatALeaseIsGivenBackAndOfNothingElse() {
        granted(acquire("a", 1));
        CompletableFuture<?> unused = call(renew(1));
        hand.confirmed();
        assertThat(hand.spread).isZero();

        CompletableFuture<?> given = call(release(1));
        assertThat(hand.spread).as("it is not committed yet").isZero();
        hand.commit();

        assertThat(given).isDone();
        assertThat(hand.spread).isOne();
    }

    @Test
    void afterTheEndCallsFail() {
        leader.end();

        assertThat(call(renew(1))).isCompletedExceptionally();
        assertThat(hand.confirmations).isEmpty();
    }
}
