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
import dev.baton.quorum.VotingEffect.Persist;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a voter wants to be durable, and what becomes of its promises when it is, or cannot be. */
class VoterDurabilityTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final ElectionName OTHER = ElectionName.of("other");
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final long L = LEASE.toNanos();
    private static final Node A = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final LeaseToken ONE = new LeaseToken(0, 1);
    private static final LeaseToken TWO = new LeaseToken(0, 2);

    private final Voter voter = new Voter(VoterState.EMPTY, () -> Epoch.NONE, 0);

    private Answer ask(Node candidate, LeaseToken token, long epoch, long now) {
        return voter.ask(candidate, new Ask(ELECTION, token, Epoch.of(epoch), LEASE, 3), now);
    }

    private boolean renew(LeaseToken token, long epoch, Duration lease, long now) {
        Leader leader = new Leader(ELECTION, A, Epoch.of(epoch), Endpoints.NONE);
        return voter.renew(A, new Renew(leader, token, 1, lease, 3), now);
    }

    private Persist persist() {
        return voter.toPersist().orElseThrow();
    }

    @Test
    void aPromiseIsInABatchUntilThatIsWritten() {
        ask(A, ONE, 4, 0);
        assertThat(voter.batchOf(ELECTION)).isPresent();

        Persist persist = persist();
        assertThat(persist.change()).isEqualTo(new VoterState(Map.of(ELECTION, Epoch.of(4)), LEASE, Map.of()));
        assertThat(voter.batchOf(ELECTION)).hasValue(persist.number());

        assertThat(voter.written(persist.number())).isTrue();
        assertThat(voter.batchOf(ELECTION)).isEmpty();
        assertThat(voter.toPersist()).isEmpty();
    }

    @Test
    void promisesOfOneStepAreOneBatch() {
        ask(A, ONE, 4, 0);
        voter.ask(B, new Ask(OTHER, TWO, Epoch.of(9), LEASE.multipliedBy(2), 3), 0);

        assertThat(persist().change())
                .isEqualTo(new VoterState(
                        Map.of(ELECTION, Epoch.of(4), OTHER, Epoch.of(9)), LEASE.multipliedBy(2), Map.of()));
    }

    @Test
    void aPromiseInALaterBatchIsNotMadeDurableByAnEarlierOne() {
        ask(A, ONE, 4, 0);
        Persist first = persist();
        voter.drop(ELECTION, ONE);
        ask(B, TWO, 5, 1);
        Persist second = persist();

        voter.written(first.number());
        assertThat(voter.batchOf(ELECTION)).hasValue(second.number());

        voter.written(second.number());
        assertThat(voter.batchOf(ELECTION)).isEmpty();
    }

    @Test
    void aRenewalDuringTheWriteWaitsForItAndIsNoWriteOfItsOwn() {
        ask(A, ONE, 4, 0);
        Persist persist = persist();

        assertThat(renew(ONE, 4, Duration.ofSeconds(2), 1)).isTrue();

        assertThat(voter.batchOf(ELECTION)).isPresent();
        voter.written(voter.toPersist().orElse(persist).number());
    }

    @Test
    void aRenewalOfAKnownEpochWithAKnownLeaseIsNotWritten() {
        ask(A, ONE, 4, 0);
        voter.written(persist().number());

        assertThat(renew(ONE, 4, LEASE, 1)).isTrue();

        assertThat(voter.batchOf(ELECTION)).isEmpty();
        assertThat(voter.toPersist()).isEmpty();
    }

    @Test
    void whatCannotBeWrittenIsTakenBack() {
        ask(A, ONE, 1, 0);

        assertThat(voter.failed(persist().number())).isTrue();

        assertThat(voter.isPromised(ELECTION, 0)).isFalse();
        assertThat(voter.highest(ELECTION)).isEqualTo(Epoch.NONE);
        assertThat(voter.batchOf(ELECTION)).isEmpty();
        assertThat(ask(A, ONE, 1, 1)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void aRenewalThatCannotBeWrittenLeavesThePromiseBeforeIt() {
        ask(A, ONE, 1, 0);
        voter.written(persist().number());
        renew(ONE, 2, LEASE, 1);

        voter.failed(persist().number());

        assertThat(voter.isPromised(ELECTION, L - 1)).isTrue();
        assertThat(voter.isPromised(ELECTION, L)).isFalse();
        assertThat(voter.promised(ELECTION)).isEqualTo(Epoch.of(1));
    }

    @Test
    void aFailedWriteTakesBackAllThatIsBehindIt() {
        ask(A, ONE, 1, 0);
        Persist first = persist();
        renew(ONE, 1, LEASE.multipliedBy(2), 1);
        Persist second = persist();
        renew(ONE, 1, LEASE.multipliedBy(3), 2);

        voter.failed(first.number());

        assertThat(voter.isPromised(ELECTION, 2)).isFalse();
        assertThat(voter.written(second.number())).isFalse();
        assertThat(voter.failed(second.number())).isFalse();
        assertThat(voter.toPersist()).isEmpty();
    }

    @Test
    void aPromiseThatWasDroppedDuringTheWriteDoesNotComeBackWhenItFails() {
        ask(A, ONE, 1, 0);
        voter.written(persist().number());
        renew(ONE, 2, LEASE, 1);
        Persist renewal = persist();
        voter.drop(ELECTION, ONE);

        voter.failed(renewal.number());

        assertThat(voter.isPromised(ELECTION, 2)).isFalse();
    }

    @Test
    void anEpochThatIsRememberedIsWrittenAndNotPromised() {
        voter.remember(ELECTION, Epoch.of(5));

        assertThat(persist().change().epochs()).containsEntry(ELECTION, Epoch.of(5));
        assertThat(ask(A, ONE, 5, 0)).isEqualTo(Answer.EPOCH_TOO_LOW);
        assertThat(voter.isPromised(ELECTION, 0)).isFalse();

        voter.remember(ELECTION, Epoch.of(4));
        assertThat(voter.toPersist()).isEmpty();
    }
}
