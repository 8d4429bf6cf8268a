// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whether a node asks for promises that it could not hear, at one node of three. */
class PreVoteTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofSeconds(3), Duration.ofMillis(600), Duration.ofMillis(500), Duration.ofMillis(600));
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
            -TERMS.lease().toNanos());
    private final List<VotingEffect> effects = new ArrayList<>();

    private void stand() {
        effects.addAll(voting.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), 0));
        effects.addAll(voting.campaign(ELECTION, Priority.DEFAULT, 0));
    }

    private <M extends VotingMessage> List<M> sent(Class<M> kind) {
        return effects.stream()
                .filter(effect -> effect instanceof VotingEffect.Send send && kind.isInstance(send.message()))
                .map(effect -> kind.cast(((VotingEffect.Send) effect).message()))
                .toList();
    }

    private List<Alarm.Kind> alarms() {
        return effects.stream()
                .filter(effect -> effect instanceof VotingEffect.Tell tell && tell.event() instanceof Trouble)
                .map(effect ->
                        ((Trouble) ((VotingEffect.Tell) effect).event()).alarm().kind())
                .filter(kind -> kind != Alarm.Kind.STATE_IS_NEW)
                .toList();
    }

    private long granted() {
        return effects.stream()
                .filter(effect -> effect instanceof VotingEffect.Tell tell && tell.event() instanceof Granted)
                .count();
    }

    private static <M> M last(List<M> all) {
        return all.get(all.size() - 1);
    }

    private void saysTo(LeaseToken question, Node from, Answer answer, long highest, long now) {
        effects.addAll(voting.received(from, new Vote(ELECTION, question, answer, Epoch.of(highest), 3), now));
    }

    private void passUntil(long end) {
        for (long now = voting.wakeAt(); now < end; now = voting.wakeAt()) {
            effects.addAll(voting.tick(now));
        }
    }

    @Test
    void whoHearsNobodyUsesUpNoEpoch() {
        stand();
        passUntil(60_000 * MILLI);

        assertThat(sent(PreVote.class)).isNotEmpty();
        assertThat(sent(Ask.class)).isEmpty();
        assertThat(ledger.highest(ELECTION)).isEqualTo(Epoch.NONE);
    }

    /** Otherwise a node that follows a leader would go on saying that it cannot serve. */
    @Test
    void whoHearsALeaderNoLongerMissesVoters() {
        stand();
        passUntil(10_000 * MILLI);
        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE);

        Leader leader = new Leader(ELECTION, B, Epoch.of(1), Endpoints.NONE);
        LeaseToken held = new LeaseToken(7, 7);
        effects.addAll(
                voting.received(B, new Renew(leader, held, 1, TERMS.lease(), 3, Priority.DEFAULT), 10_000 * MILLI));
        passUntil(11_000 * MILLI);

        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE, Alarm.Kind.REACHABLE);
    }

    @Test
    void whoHearsThatAnotherHasThePromisesUsesUpNoEpoch() {
        stand();
        for (int i = 0; i < 100; i++) {
            long now = voting.wakeAt();
            LeaseToken round = last(sent(PreVote.class)).token();
            saysTo(round, B, Answer.TAKEN, 5, now);
            saysTo(round, C, Answer.TAKEN, 5, now);
            effects.addAll(voting.tick(voting.wakeAt()));
        }

        assertThat(sent(Ask.class)).isEmpty();
        assertThat(ledger.highest(ELECTION)).isEqualTo(Epoch.NONE);
    }

    @Test
    void aPreVoteBindsTheVoterToNobody() {
        effects.addAll(voting.received(B, new PreVote(ELECTION, new LeaseToken(1, 1), TERMS.lease(), 3), 0));
        assertThat(last(sent(Vote.class)).answer()).isEqualTo(Answer.WILLING);

        effects.addAll(voting.received(C, new Ask(ELECTION, new LeaseToken(2, 2), Epoch.of(1), TERMS.lease(), 3), 0));
        assertThat(last(sent(Vote.class)).answer()).isEqualTo(Answer.PROMISED);

        effects.addAll(voting.received(B, new PreVote(ELECTION, new LeaseToken(3, 3), TERMS.lease(), 3), 0));
        assertThat(last(sent(Vote.class)).answer()).isEqualTo(Answer.TAKEN);
    }

    @Test
    void willingnessIsNoPromise() {
        stand();
        saysTo(last(sent(PreVote.class)).token(), B, Answer.WILLING, 0, MILLI);

        saysTo(last(sent(Ask.class)).token(), B, Answer.WILLING, 0, MILLI);
        saysTo(last(sent(Ask.class)).token(), C, Answer.WILLING, 0, MILLI);

        assertThat(granted()).isZero();
    }

    @Test
    void theEpochIsAboveWhatTheWillingVotersKnow() {
        stand();
        saysTo(last(sent(PreVote.class)).token(), B, Answer.WILLING, 41, MILLI);

        assertThat(last(sent(Ask.class)).epoch()).isEqualTo(Epoch.of(42));
    }

    /** A voter that asked in vain on its own may be ahead of all others, and must not stand in their way. */
    @Test
    void oneVoterThatIsAheadDoesNotEndTheAttempt() {
        stand();
        saysTo(last(sent(PreVote.class)).token(), C, Answer.WILLING, 0, MILLI);
        LeaseToken asked = last(sent(Ask.class)).token();

        saysTo(asked, B, Answer.EPOCH_TOO_LOW, 100, MILLI);
        saysTo(asked, C, Answer.PROMISED, 1, MILLI);

        assertThat(granted()).isOne();
    }

    @Test
    void afterAReleaseThatWasHeardTheFirstAttemptDoesWithoutAndTheNextOneDoesNot() {
        LeaseToken theirs = new LeaseToken(9, 9);
        Leader former = new Leader(ELECTION, B, Epoch.of(7), Endpoints.NONE);
        effects.addAll(voting.received(B, new Release(former, theirs, Optional.empty()), 0));
        stand();
        assertThat(sent(PreVote.class)).isEmpty();
        assertThat(last(sent(Ask.class)).epoch()).isEqualTo(Epoch.of(8));

        passUntil(5_000 * MILLI);

        assertThat(sent(PreVote.class)).isNotEmpty();
        assertThat(ledger.highest(ELECTION))
                .as("one epoch, however often it tries")
                .isEqualTo(Epoch.of(8));
    }

    @Test
    void whoHearsNoMajoritySaysSoOnceAndWhoHearsItAgainTakesItBack() {
        stand();
        passUntil(10_000 * MILLI);
        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE);

        effects.addAll(voting.tick(voting.wakeAt()));
        while (last(alarms()) == Alarm.Kind.UNREACHABLE) {
            saysTo(last(sent(PreVote.class)).token(), B, Answer.WILLING, 0, voting.wakeAt() - 1);
            effects.addAll(voting.tick(voting.wakeAt()));
        }

        assertThat(alarms()).containsExactly(Alarm.Kind.UNREACHABLE, Alarm.Kind.REACHABLE);
    }
}
