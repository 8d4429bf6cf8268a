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
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Preferred;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What others can tell a leader to do, with a quorum and without one. */
class VerdictTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Node THIRD = new Node(NodeId.of("c"), new Incarnation(3));

    private final List<VotingEffect> effects = new ArrayList<>();

    /** It leads, since the other one has promised. */
    private DurableVoting leading(QuorumMode quorum) {
        DurableVoting voting = new DurableVoting(
                SELF,
                TERMS,
                quorum,
                new FixedElectorate(List.of(SELF, OTHER, THIRD)),
                new MemoryLedger(),
                new SplittableRandom(1),
                -TERMS.lease().toNanos());
        did(voting.enter(new ElectionEntry(ORDERS, SELF, Endpoints.NONE), 0));
        did(voting.campaign(ORDERS, new Priority(50), 0));
        did(voting.received(
                OTHER, new Vote(ORDERS, sent(PreVote.class).get(0).token(), Answer.WILLING, Epoch.of(4), 3), 0));
        did(voting.received(OTHER, new Vote(ORDERS, token(), Answer.PROMISED, Epoch.NONE, 3), 0));
        assertThat(told(Granted.class)).hasSize(1);
        return voting;
    }

    private void did(List<VotingEffect> more) {
        effects.addAll(more);
    }

    private LeaseToken token() {
        return sent(Ask.class).get(0).token();
    }

    private <M extends VotingMessage> List<M> sent(Class<M> kind) {
        return effects.stream()
                .filter(VotingEffect.Send.class::isInstance)
                .map(effect -> ((VotingEffect.Send) effect).message())
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

    @Test
    void withAQuorumNobodyIsToldToGo() {
        DurableVoting voting = leading(QuorumMode.MAJORITY);

        did(voting.received(OTHER, new Verdict(ORDERS, token(), Optional.of(OTHER.id())), 1));

        assertThat(told(Lost.class)).isEmpty();
    }

    @Test
    void withoutAQuorumOneThatHasToGoIsLostAtOnceAndSaysSoOnceItHasStopped() {
        DurableVoting voting = leading(QuorumMode.NONE);

        did(voting.received(OTHER, new Verdict(ORDERS, token(), Optional.of(OTHER.id())), 1));
        assertThat(told(Lost.class)).hasSize(1);
        assertThat(sent(Release.class)).isEmpty();
        Duration toStop = TERMS.lease().minus(TERMS.margin()).minus(TERMS.renewInterval());
        did(voting.tick(toStop.toNanos() + 1));

        assertThat(sent(Release.class))
                .isNotEmpty()
                .allMatch(release -> release.successor().equals(Optional.of(OTHER.id())));
    }

    @Test
    void aVerdictOnAnotherLeadershipIsNotHeard() {
        DurableVoting voting = leading(QuorumMode.NONE);

        did(voting.received(OTHER, new Verdict(ORDERS, new LeaseToken(9, 9), Optional.empty()), 1));

        assertThat(told(Lost.class)).isEmpty();
    }

    /** Both were elected by a majority, one after the other: the earlier one is over. */
    @Test
    void aLeaderThatHearsOfALaterOneIsOneNoMore() {
        DurableVoting voting = leading(QuorumMode.MAJORITY);
        Leader later = new Leader(ORDERS, OTHER, Epoch.of(9), Endpoints.NONE);

        did(voting.received(OTHER, new Renew(later, new LeaseToken(9, 9), 1, TERMS.lease(), 3), 1));

        assertThat(told(Lost.class)).hasSize(1);
    }

    @Test
    void aLeaderThatHearsOfAnEarlierOneGoesOn() {
        DurableVoting voting = leading(QuorumMode.MAJORITY);
        Leader earlier = new Leader(ORDERS, OTHER, Epoch.of(3), Endpoints.NONE);

        did(voting.received(OTHER, new Renew(earlier, new LeaseToken(9, 9), 1, TERMS.lease(), 3), 1));

        assertThat(told(Lost.class)).isEmpty();
    }

    @Test
    void aNodeThatIsPreferredIsToldToTheCandidateAndNotToTheLeaderOfAnother() {
        DurableVoting voting = leading(QuorumMode.MAJORITY);

        did(voting.received(OTHER, new Claim(ORDERS, new LeaseToken(9, 9), new Priority(99)), 1));
        assertThat(told(Preferred.class)).isEmpty();
        did(voting.received(OTHER, new Claim(ORDERS, token(), new Priority(99)), 2));

        assertThat(told(Preferred.class)).containsExactly(new Preferred(Optional.of(OTHER)));
    }
}
