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
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Six voters, of which four decide, become five, of which three do: the promise of the sixth is none of the three. */
class VotersWhoLeaveTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofSeconds(3), Duration.ofMillis(600), Duration.ofMillis(500), Duration.ofMillis(600));
    private static final long MILLI = 1_000_000L;
    private static final Node SELF = node("a", 1);
    private static final Node B = node("b", 2);
    private static final Node C = node("c", 3);
    private static final Node D = node("d", 4);
    private static final Node E = node("e", 5);
    private static final Node F = node("f", 6);

    private final List<Node> voters = new ArrayList<>(List.of(SELF, B, C, D, E, F));
    private final DurableVoting voting = new DurableVoting(
            SELF,
            TERMS,
            QuorumMode.MAJORITY,
            new FixedElectorate(voters),
            new MemoryLedger(),
            new SplittableRandom(1),
            -TERMS.lease().toNanos());
    private final List<VotingEffect> effects = new ArrayList<>();

    private static Node node(String id, long incarnation) {
        return new Node(NodeId.of(id), new Incarnation(incarnation));
    }

    private <M> M last(Class<M> kind) {
        return effects.stream()
                .filter(VotingEffect.Send.class::isInstance)
                .map(effect -> ((VotingEffect.Send) effect).message())
                .filter(kind::isInstance)
                .map(kind::cast)
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    private long told(Class<? extends ElectorEvent> kind) {
        return effects.stream()
                .filter(effect -> effect instanceof VotingEffect.Tell tell && kind.isInstance(tell.event()))
                .count();
    }

    private void campaign() {
        effects.addAll(voting.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), 0));
        effects.addAll(voting.campaign(ELECTION, Priority.DEFAULT, 0));
        LeaseToken round = last(PreVote.class).token();
        List.of(B, C, D)
                .forEach(voter -> effects.addAll(voting.received(
                        voter, new Vote(ELECTION, round, Answer.WILLING, Epoch.NONE, voters.size()), 0)));
    }

    private void promisedBy(Node voter) {
        Vote vote = new Vote(ELECTION, last(Ask.class).token(), Answer.PROMISED, Epoch.of(1), voters.size());
        effects.addAll(voting.received(voter, vote, MILLI));
    }

    private void renewedBy(Node voter) {
        Renew renew = last(Renew.class);
        effects.addAll(voting.received(
                voter, new Renewed(ELECTION, renew.token(), renew.number(), true, voters.size()), 700 * MILLI));
    }

    @Test
    void thePromiseOfOneWhoHasLeftElectsNobody() {
        campaign();
        promisedBy(F);
        voters.remove(F);

        promisedBy(B);

        assertThat(told(Granted.class)).as("of a, b and one who has left").isZero();
        promisedBy(C);
        assertThat(told(Granted.class)).as("of a, b and c").isOne();
    }

    @Test
    void thePromiseOfOneWhoHasLeftExtendsNothing() {
        campaign();
        List.of(B, C, D).forEach(this::promisedBy);
        effects.addAll(voting.tick(650 * MILLI));
        renewedBy(F);
        voters.remove(F);

        renewedBy(B);

        assertThat(told(Extended.class)).as("by a, b and one who has left").isZero();
        renewedBy(C);
        assertThat(told(Extended.class)).as("by a, b and c").isOne();
    }

    /** One who was removed and came back without its memory has promised nothing. */
    @Test
    void thePromiseOfAnEarlierProcessIsNotThatOfTheNextOne() {
        campaign();
        promisedBy(F);
        voters.set(voters.indexOf(F), node("f", 7));

        promisedBy(B);
        promisedBy(C);

        assertThat(told(Granted.class))
                .as("of a, b, c and a process that is no more")
                .isZero();
    }
}
