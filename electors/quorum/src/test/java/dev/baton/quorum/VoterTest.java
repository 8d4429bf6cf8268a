// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
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

    private final MemoryLedger ledger = new MemoryLedger();
    private final Voter voter = new Voter(ledger, 0);

    private static Ask ask(LeaseToken token, long epoch) {
        return new Ask(ELECTION, token, Epoch.of(epoch), LEASE, 3);
    }

    private static Renew renew(Node leader, LeaseToken token, long epoch) {
        return new Renew(new Leader(ELECTION, leader, Epoch.of(epoch), Endpoints.NONE), token, 1, LEASE, 3);
    }

    @Test
    void onePromiseAtATimeForALease() {
        assertThat(voter.ask(A, ask(ONE, 1), 0)).isEqualTo(Answer.PROMISED);

        assertThat(voter.ask(B, ask(TWO, 2), L - 1)).isEqualTo(Answer.TAKEN);
        assertThat(voter.ask(B, ask(TWO, 2), L)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void anEpochIsPromisedOnceAndMustBeWrittenBeforeItIsTold() {
        voter.ask(A, ask(ONE, 4), 0);
        assertThat(voter.isUnwritten(ELECTION)).isTrue();

        assertThat(voter.write()).isTrue();

        assertThat(voter.isUnwritten(ELECTION)).isFalse();
        assertThat(ledger.highest(ELECTION)).isEqualTo(Epoch.of(4));
        assertThat(voter.ask(B, ask(TWO, 4), L)).isEqualTo(Answer.EPOCH_TOO_LOW);
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
    void whatCannotBeWrittenIsTakenBack() {
        ledger.full(true);
        voter.ask(A, ask(ONE, 1), 0);

        assertThat(voter.write()).isFalse();

        assertThat(voter.isPromised(ELECTION, 0)).isFalse();
        assertThat(voter.highest(ELECTION)).isEqualTo(Epoch.NONE);
        assertThat(voter.isUnwritten(ELECTION)).isFalse();
    }

    @Test
    void aRenewalThatCannotBeWrittenLeavesThePromiseBeforeIt() {
        voter.ask(A, ask(ONE, 1), 0);
        voter.write();
        ledger.full(true);
        voter.renew(A, renew(A, ONE, 2), 1);

        assertThat(voter.write()).isFalse();

        assertThat(voter.isPromised(ELECTION, L - 1)).isTrue();
        assertThat(voter.isPromised(ELECTION, L)).isFalse();
    }

    @Test
    void aVoterThatStartsPromisesNothingForTheLongestLeaseItEverPromised() {
        Voter started = new Voter(ledger, L);

        assertThat(started.ask(A, ask(ONE, 1), L - 1)).isEqualTo(Answer.ABSTAINS);
        assertThat(started.renew(A, renew(A, ONE, 1), L - 1)).isFalse();
        assertThat(started.ask(A, ask(ONE, 1), L)).isEqualTo(Answer.PROMISED);
    }
}
