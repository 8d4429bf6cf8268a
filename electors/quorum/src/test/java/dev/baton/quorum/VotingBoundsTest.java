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
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a peer may not make a voter believe, promise or remember. */
class VotingBoundsTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofSeconds(3), Duration.ofMillis(600), Duration.ofMillis(500), Duration.ofMillis(600));
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Epoch TOO_HIGH = Bounds.HIGHEST_EPOCH.next();
    private static final Duration TOO_LONG = Bounds.MAX_LEASE.plusMillis(1);

    private final MemoryLedger ledger = new MemoryLedger();
    private final DurableVoting voting = new DurableVoting(
            SELF,
            TERMS,
            QuorumMode.MAJORITY,
            new FixedElectorate(List.of(SELF, B)),
            ledger,
            new SplittableRandom(1),
            -TERMS.lease().toNanos());

    private static LeaseToken token(long number) {
        return new LeaseToken(7, number);
    }

    private Answer answerTo(ElectionName election, Epoch epoch, Duration lease, long number) {
        return voting.received(B, new Ask(election, token(number), epoch, lease, 2), 0).stream()
                .filter(effect -> effect instanceof VotingEffect.Send send && send.message() instanceof Vote)
                .map(effect -> ((Vote) ((VotingEffect.Send) effect).message()).answer())
                .findFirst()
                .orElseThrow();
    }

    private boolean promisesAnother(ElectionName election, Epoch epoch, Duration lease, long number) {
        Renew renew = new Renew(new Leader(election, B, epoch, Endpoints.NONE), token(number), 1, lease, 2);
        return voting.received(B, renew, 0).stream()
                .anyMatch(effect -> effect instanceof VotingEffect.Send send
                        && send.message() instanceof Renewed renewed
                        && renewed.promised());
    }

    @Test
    void anEpochWithoutSuccessorsIsNeitherPromisedNorWrittenDown() {
        assertThat(answerTo(ELECTION, TOO_HIGH, TERMS.lease(), 1)).isEqualTo(Answer.REFUSED);
        assertThat(promisesAnother(ELECTION, TOO_HIGH, TERMS.lease(), 1)).isFalse();

        assertThat(ledger.highest()).isEqualTo(Epoch.NONE);
        assertThat(answerTo(ELECTION, Bounds.HIGHEST_EPOCH, TERMS.lease(), 2)).isEqualTo(Answer.PROMISED);
    }

    /** After the next start this voter would abstain for as long. */
    @Test
    void aLeaseBeyondTheLongestIsNeitherPromisedNorWrittenDown() {
        assertThat(answerTo(ELECTION, Epoch.of(1), TOO_LONG, 1)).isEqualTo(Answer.REFUSED);
        assertThat(promisesAnother(ELECTION, Epoch.of(1), TOO_LONG, 1)).isFalse();

        assertThat(ledger.longestLease()).isEqualTo(Duration.ZERO);
        assertThat(answerTo(ELECTION, Epoch.of(1), Bounds.MAX_LEASE, 2)).isEqualTo(Answer.PROMISED);
    }

    @Test
    void oneElectionTooManyIsRefusedAndThoseBeforeItGoOn() {
        for (int i = 0; i < Bounds.MAX_ELECTIONS; i++) {
            assertThat(promisesAnother(ElectionName.of("e" + i), Epoch.of(1), TERMS.lease(), i))
                    .isTrue();
        }

        assertThat(answerTo(ElectionName.of("more"), Epoch.of(1), TERMS.lease(), -1))
                .isEqualTo(Answer.REFUSED);
        assertThat(promisesAnother(ElectionName.of("more"), Epoch.of(1), TERMS.lease(), -1))
                .isFalse();
        assertThat(promisesAnother(ElectionName.of("e7"), Epoch.of(1), TERMS.lease(), 7))
                .isTrue();
        assertThat(ledger.highest(ElectionName.of("more"))).isEqualTo(Epoch.NONE);
    }

    @Test
    void nobodyRenewsForAnotherNode() {
        Renew forged = new Renew(
                new Leader(ELECTION, new Node(NodeId.of("c"), new Incarnation(3)), Epoch.of(5), Endpoints.NONE),
                token(1),
                1,
                TERMS.lease(),
                2);

        assertThat(voting.received(B, forged, 0)).isEmpty();
        assertThat(ledger.highest(ELECTION)).isEqualTo(Epoch.NONE);
    }
}
