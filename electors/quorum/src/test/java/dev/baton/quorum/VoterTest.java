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
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a voter promises, also when messages are late or come twice. */
class VoterTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final long L = LEASE.toNanos();
    private static final Node A = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final LeaseToken ONE = new LeaseToken(0, 1);
    private static final LeaseToken TWO = new LeaseToken(0, 2);

    private final Voter voter = new Voter(VoterState.EMPTY, () -> Epoch.NONE, 0);

    private static Ask ask(LeaseToken token, long epoch) {
        return new Ask(ELECTION, token, Epoch.of(epoch), LEASE, 3);
    }

    private static Renew renew(Node leader, LeaseToken token, long epoch) {
        return new Renew(new Leader(ELECTION, leader, Epoch.of(epoch), Endpoints.NONE), token, 1, LEASE, 3);
    }

    private void write() {
        assertThat(voter.written(voter.toPersist().orElseThrow().number())).isTrue();
    }

    @Test
    void onePromiseAtATimeForALease() {
        assertThat(voter.ask(A, ask(ONE, 1), 0)).isEqualTo(Answer.PROMISED);

        assertThat(voter.ask(B, ask(TWO, 2), L - 1)).isEqualTo(Answer.TAKEN);
        assertThat(voter.ask(B, ask(TWO, 2), L)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void anEpochIsPromisedOnce() {
        voter.ask(A, ask(ONE, 4), 0);
        write();

        assertThat(voter.ask(B, ask(TWO, 4), L)).isEqualTo(Answer.EPOCH_TOO_LOW);
        assertThat(voter.ask(B, ask(TWO, 5), L)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void aQuestionThatComesTwiceDoesNotMakeThePromiseLonger() {
        voter.ask(A, ask(ONE, 1), 0);

        assertThat(voter.ask(A, ask(ONE, 1), L - 1)).isEqualTo(Answer.PROMISED);
        assertThat(voter.ask(A, ask(ONE, 1), L)).isEqualTo(Answer.EPOCH_TOO_LOW);
    }

    @Test
    void aQuestionThatItsCancellationOvertookIsNotPromised() {
        voter.drop(ELECTION, ONE);

        assertThat(voter.ask(A, ask(ONE, 1), 0)).isEqualTo(Answer.TAKEN);
        assertThat(voter.isPromised(ELECTION, 0)).isFalse();
    }

    @Test
    void aLateRenewalOfAnEndedLeadershipTakesNoPromiseFromTheNextOne() {
        voter.ask(A, ask(ONE, 1), 0);
        voter.ask(B, ask(TWO, 2), L);

        assertThat(voter.renew(A, renew(A, ONE, 1), L + 1)).isFalse();
        assertThat(voter.ask(A, ask(new LeaseToken(0, 3), 3), 2 * L - 1)).isEqualTo(Answer.TAKEN);
    }

    @Test
    void aRenewalAfterTheReleaseIsNotPromised() {
        voter.ask(A, ask(ONE, 1), 0);
        voter.drop(ELECTION, ONE);

        assertThat(voter.renew(A, renew(A, ONE, 1), 1)).isFalse();
        assertThat(voter.isPromised(ELECTION, 1)).isFalse();
    }

    @Test
    void whatAProcessThatIsGoneHadIsFree() {
        voter.ask(A, ask(ONE, 1), 0);
        voter.gone(B);
        assertThat(voter.isPromised(ELECTION, 1)).isTrue();

        voter.gone(A);

        assertThat(voter.ask(B, ask(TWO, 2), 1)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void anEpochThatIsNotWrittenYetIsNotPromisedAgain() {
        voter.ask(A, ask(ONE, 4), 0);
        voter.drop(ELECTION, ONE);

        assertThat(voter.ask(B, ask(TWO, 4), 0)).isEqualTo(Answer.EPOCH_TOO_LOW);
    }

    @Test
    void aVoterThatStartsPromisesNothingForTheLongestLeaseItEverPromised() {
        Voter started = new Voter(VoterState.EMPTY, () -> Epoch.NONE, L);

        assertThat(started.ask(A, ask(ONE, 1), L - 1)).isEqualTo(Answer.ABSTAINS);
        assertThat(started.renew(A, renew(A, ONE, 1), L - 1)).isFalse();
        assertThat(started.ask(A, ask(ONE, 1), L)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void noEpochIsPromisedThatOthersKnowOf() {
        Voter floored = new Voter(VoterState.EMPTY, () -> Epoch.of(7), 0);

        assertThat(floored.ask(A, ask(ONE, 7), 0)).isEqualTo(Answer.EPOCH_TOO_LOW);
        assertThat(floored.ask(A, ask(ONE, 8), 0)).isEqualTo(Answer.PROMISED);
        assertThat(floored.highest()).isEqualTo(Epoch.of(8));
        assertThat(floored.promised(ElectionName.of("other"))).isEqualTo(Epoch.NONE);
        assertThat(floored.highest(ElectionName.of("other"))).isEqualTo(Epoch.of(7));
    }

    @Test
    void anEpochOfAnEarlierStartIsNotPromisedAgain() {
        Voter started = new Voter(new VoterState(Map.of(ELECTION, Epoch.of(4)), LEASE, Map.of()), () -> Epoch.NONE, 0);

        assertThat(started.ask(A, ask(ONE, 4), 0)).isEqualTo(Answer.EPOCH_TOO_LOW);
        assertThat(started.highest()).isEqualTo(Epoch.of(4));
    }

    @Test
    void aPreVotePromisesNothing() {
        PreVote question = new PreVote(ELECTION, ONE, LEASE, 3);

        assertThat(voter.preVote(question, 0)).isEqualTo(Answer.WILLING);
        assertThat(voter.toPersist()).isEmpty();
        assertThat(voter.ask(B, ask(TWO, 1), 0)).isEqualTo(Answer.PROMISED);
        assertThat(voter.preVote(question, 1)).isEqualTo(Answer.TAKEN);
        assertThat(voter.preVote(question, L)).isEqualTo(Answer.WILLING);
    }

    @Test
    void whatIsBeyondTheBoundsIsNeitherPromisedNorRenewed() {
        Duration tooLong = Bounds.MAX_LEASE.plusNanos(1);
        long tooHigh = Bounds.HIGHEST_EPOCH.value() + 1;

        assertThat(voter.ask(A, new Ask(ELECTION, ONE, Epoch.of(1), tooLong, 3), 0))
                .isEqualTo(Answer.REFUSED);
        assertThat(voter.ask(A, ask(ONE, tooHigh), 0)).isEqualTo(Answer.REFUSED);
        assertThat(voter.preVote(new PreVote(ELECTION, ONE, tooLong, 3), 0)).isEqualTo(Answer.REFUSED);
        assertThat(voter.renew(A, renew(A, ONE, tooHigh), 0)).isFalse();
        assertThat(voter.toPersist()).isEmpty();
    }

    @Test
    void anElectionTooManyIsRefusedAndThoseThatAreKnownAreNot() {
        Map<ElectionName, Epoch> many = new HashMap<>();
        for (int i = 0; i < Bounds.MAX_ELECTIONS; i++) {
            many.put(ElectionName.of("e" + i), Epoch.of(1));
        }
        Voter full = new Voter(new VoterState(many, LEASE, Map.of()), () -> Epoch.NONE, 0);

        assertThat(full.ask(A, ask(ONE, 2), 0)).isEqualTo(Answer.REFUSED);
        assertThat(full.renew(A, renew(A, ONE, 2), 0)).isFalse();
        assertThat(full.ask(A, new Ask(ElectionName.of("e7"), ONE, Epoch.of(2), LEASE, 3), 0))
                .isEqualTo(Answer.PROMISED);
    }

    @Test
    void aLeaderThatWonWithoutThisVoterIsPromisedItsRenewal() {
        assertThat(voter.renew(A, renew(A, ONE, 3), 0)).isTrue();

        assertThat(voter.promised(ELECTION)).isEqualTo(Epoch.of(3));
        assertThat(voter.ask(B, ask(TWO, 4), L - 1)).isEqualTo(Answer.TAKEN);
    }

    @Test
    void aPromiseMayHoldUntilItsLeaseOrThatOfAnEarlierStartIsOver() {
        Voter started = new Voter(VoterState.EMPTY, () -> Epoch.NONE, 2 * L);
        assertThat(started.promisedUntil(L)).isEqualTo(2 * L);
        assertThat(started.promisedUntil(3 * L)).isEqualTo(3 * L);

        started.ask(A, ask(ONE, 1), 3 * L);

        assertThat(started.promisedUntil(3 * L)).isEqualTo(4 * L);
    }
}
