// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One node of three, whose colleagues are played by the test. */
class VotingTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofSeconds(3), Duration.ofMillis(600), Duration.ofMillis(500), Duration.ofMillis(600));
    private static final long LEASE = TERMS.lease().toNanos();
    private static final long MILLI = 1_000_000L;
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Node C = new Node(NodeId.of("c"), new Incarnation(3));

    private final MemoryLedger ledger = new MemoryLedger();
    private final DurableVoting voting = new DurableVoting(
            SELF,
            TERMS,
            QuorumMode.MAJORITY,
            new FixedElectorate(List.of(SELF, B, C)),
            ledger,
            new SplittableRandom(1),
            -LEASE);
    private final List<VotingEffect> effects = new ArrayList<>();

    private void did(List<VotingEffect> more) {
        effects.addAll(more);
    }

    private void standAt(long now) {
        did(voting.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), now));
        did(voting.campaign(ELECTION, Priority.DEFAULT, now));
    }

    /** The others would promise, so that it asks for promises. */
    private void campaignAt(long now) {
        standAt(now);
        preVoteOf(B, Answer.WILLING, now);
    }

    private void preVoteOf(Node voter, Answer answer, long now) {
        PreVote question =
                sent(PreVote.class, voter).get(sent(PreVote.class, voter).size() - 1);
        did(voting.received(voter, new Vote(ELECTION, question.token(), answer, Epoch.NONE, 3), now));
    }

    private <M extends VotingMessage> List<M> sent(Class<M> kind, Node to) {
        return effects.stream()
                .filter(VotingEffect.Send.class::isInstance)
                .map(VotingEffect.Send.class::cast)
                .filter(send -> send.to().equals(to))
                .map(VotingEffect.Send::message)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private <E extends ElectorEvent> List<E> told(Class<E> kind) {
        return effects.stream()
                .filter(VotingEffect.Tell.class::isInstance)
                .map(effect -> ((VotingEffect.Tell) effect).event())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private void voteOf(Node voter, Answer answer, long highest, long now) {
        Ask ask = sent(Ask.class, voter).get(sent(Ask.class, voter).size() - 1);
        did(voting.received(voter, new Vote(ELECTION, ask.token(), answer, Epoch.of(highest), 3), now));
    }

    private void renewedBy(Node voter, int renewal, long now) {
        Renew renew = sent(Renew.class, voter).get(renewal);
        did(voting.received(voter, new Renewed(ELECTION, renew.token(), renew.number(), true, 3), now));
    }

    private void electedAt(long now) {
        campaignAt(now);
        voteOf(B, Answer.PROMISED, 1, now);
        assertThat(told(Granted.class)).hasSize(1);
    }

    @Test
    void leadsOnTheSecondPromiseOfThreeAndNotBefore() {
        campaignAt(0);
        assertThat(told(Granted.class)).isEmpty();

        voteOf(B, Answer.PROMISED, 1, MILLI);

        assertThat(told(Granted.class)).hasSize(1);
    }

    @Test
    void theSameVoterTwiceIsOneVote() {
        campaignAt(0);
        did(voting.received(SELF, new Vote(ELECTION, token(), Answer.PROMISED, Epoch.of(1), 3), 0));
        did(voting.received(SELF, new Vote(ELECTION, token(), Answer.PROMISED, Epoch.of(1), 3), 0));

        assertThat(told(Granted.class)).isEmpty();
    }

    private dev.baton.spi.lease.LeaseToken token() {
        return sent(Ask.class, B).get(0).token();
    }

    @Test
    void aPromiseOfSomebodyWhoIsNoVoterCountsNothing() {
        campaignAt(0);
        Node stranger = new Node(NodeId.of("b"), new Incarnation(99));

        did(voting.received(stranger, new Vote(ELECTION, token(), Answer.PROMISED, Epoch.of(1), 3), 0));

        assertThat(told(Granted.class)).isEmpty();
    }

    @Test
    void theTermIsCountedFromBeforeTheQuestionAndNotFromTheAnswer() {
        campaignAt(0);
        voteOf(B, Answer.PROMISED, 1, 500 * MILLI);

        assertThat(told(Granted.class).get(0).validity().othersFrom()).isEqualTo(LEASE);
        assertThat(told(Granted.class).get(0).validity().certainUntil())
                .isEqualTo(LEASE - TERMS.margin().toNanos());
    }

    @Test
    void aRenewalCountsFromWhenItLeftAndOnlyWithAMajority() {
        electedAt(0);
        did(voting.tick(600 * MILLI));

        renewedBy(B, 1, 900 * MILLI);

        List<Extended> extended = told(Extended.class);
        assertThat(extended.get(extended.size() - 1).validity().othersFrom()).isEqualTo(600 * MILLI + LEASE);
    }

    @Test
    void anAnswerToAnOldRenewalDoesNotMoveTheDeadlineBack() {
        electedAt(0);
        did(voting.tick(600 * MILLI));
        renewedBy(B, 1, 700 * MILLI);
        int before = told(Extended.class).size();

        renewedBy(C, 0, 800 * MILLI);

        assertThat(told(Extended.class)).hasSize(before);
    }

    @Test
    void aLeadershipThatLapsedIsLostAndALateAnswerDoesNotBringItBack() {
        electedAt(0);

        did(voting.tick(LEASE));
        renewedBy(B, 0, LEASE + MILLI);
        renewedBy(C, 0, LEASE + MILLI);

        assertThat(told(Lost.class)).hasSize(1);
        assertThat(told(Extended.class)).isEmpty();
    }

    /** It was still the leader for the others, but not certain of it any more, and certainty does not return. */
    @Test
    void aRenewalThatIsAnsweredAfterTheDeadlineDoesNotExtendAnything() {
        electedAt(0);
        did(voting.tick(600 * MILLI));
        long deadline = told(Granted.class).get(0).validity().certainUntil();

        renewedBy(B, 1, deadline);
        renewedBy(C, 1, deadline + MILLI);

        assertThat(told(Extended.class)).isEmpty();
        assertThat(told(Lost.class)).as("not before others may lead").isEmpty();
    }

    @Test
    void aFailedAttemptIsRepeatedSoonAndThenEverLater() {
        standAt(0);
        long now = 0;
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            preVoteOf(B, Answer.TAKEN, now);
            preVoteOf(C, Answer.TAKEN, now);
            long wake = voting.wakeAt();
            waits.add(wake - now);
            now = wake;
            did(voting.tick(now));
        }

        long interval = TERMS.renewInterval().toNanos();
        assertThat(waits.get(0)).isLessThanOrEqualTo(interval / 32);
        assertThat(waits).allMatch(wait -> wait <= interval / 2);
        assertThat(waits.get(7)).isGreaterThan(interval / 16);
    }

    /** The first refusal leaves two of three; the second one leaves no majority. */
    @Test
    void anAttemptIsGivenUpAtTheSecondRefusalAndNotAtTheFirst() {
        campaignAt(0);

        voteOf(B, Answer.ABSTAINS, 1, MILLI);
        assertThat(sent(Cancel.class, C)).isEmpty();
        voteOf(C, Answer.ABSTAINS, 1, 2 * MILLI);

        assertThat(sent(Cancel.class, B)).hasSize(1);
        assertThat(sent(Cancel.class, C)).hasSize(1);
    }

    @Test
    void anAttemptWithoutAMajorityIsTakenBackAndTriedAgainWithAHigherEpoch() {
        campaignAt(0);
        voteOf(B, Answer.EPOCH_TOO_LOW, 7, MILLI);
        voteOf(C, Answer.EPOCH_TOO_LOW, 7, MILLI);
        did(voting.tick(2 * MILLI));
        preVoteOf(B, Answer.WILLING, 3 * MILLI);

        assertThat(sent(Cancel.class, B)).hasSize(1);
        List<Ask> asked = sent(Ask.class, B);
        assertThat(asked.get(asked.size() - 1).epoch().value()).isGreaterThan(7);
    }

    @Test
    void aPromiseThatComesAfterTheTimeOfTheQuestionMakesNoLeader() {
        campaignAt(0);
        Ask asked = sent(Ask.class, B).get(0);

        did(voting.tick(TERMS.requestTimeout().toNanos()));
        did(voting.received(B, new Vote(ELECTION, asked.token(), Answer.PROMISED, Epoch.of(1), 3), 700 * MILLI));

        assertThat(told(Granted.class)).isEmpty();
    }

    @Test
    void aNodeThatCannotPromiseToItselfDoesNotLead() {
        ledger.full(true);

        campaignAt(0);

        assertThat(sent(Ask.class, B)).isEmpty();
        assertThat(told(Granted.class)).isEmpty();
    }

    @Test
    void whatAProcessSaidThatIsGoneIsNotHeard() {
        did(voting.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), 0));
        did(voting.gone(B, 0));

        did(voting.received(
                B, new Ask(ELECTION, new dev.baton.spi.lease.LeaseToken(1, 1), Epoch.of(5), TERMS.lease(), 3), 0));

        assertThat(sent(Vote.class, B)).isEmpty();
        assertThat(ledger.highest(ELECTION)).isEqualTo(Epoch.NONE);
    }

    @Test
    void aLeadershipThatWasNotGivenBackMayActUntilItLapses() {
        electedAt(0);

        did(voting.leave(ELECTION, MILLI));
        assertThat(voting.mayActUntil(MILLI)).isEqualTo(LEASE);
        assertThat(voting.mayActUntil(LEASE + 1)).isEqualTo(LEASE + 1);
    }

    @Test
    void aLeadershipThatWasGivenBackMayNotAct() {
        electedAt(0);

        did(voting.release(ELECTION, told(Granted.class).get(0).epoch(), Optional.empty(), MILLI));

        assertThat(voting.mayActUntil(MILLI)).isEqualTo(MILLI);
    }

    @Test
    void epochsOfTwoSidesDiffer() {
        Epoch left = PartitionedEpochs.next(Epoch.of(5), NodeId.of("a"));
        Epoch right = PartitionedEpochs.next(Epoch.of(5), NodeId.of("b"));

        assertThat(left).isNotEqualTo(right);
        assertThat(PartitionedEpochs.next(left, NodeId.of("b")).isAfter(right)).isTrue();
    }
}
