// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What keeps a node from voting and leading. */
class RegistryRulesTest {
    @Test
    void aVoterThatRestartsDoesNotVoteUntilItsFormerPromisesHaveRunOut() {
        RulesCluster cluster = RulesCluster.threeLedByA();
        cluster.sides(Map.of("a", "left"));
        cluster.crash("b");
        cluster.start("b");
        cluster.sides(Map.of("b", "", "c", ""));

        cluster.campaign("c");
        cluster.advance(RulesCluster.LEASE.minus(Duration.ofMillis(200)));

        assertThat(cluster.events("c", Granted.class)).isEmpty();
    }

    @Test
    void aNodeThatCannotWriteItsStateFileDoesNotLead() {
        RulesCluster cluster = RulesCluster.three();
        cluster.ledger("b").full(true);

        cluster.campaign("b");
        cluster.advance(Duration.ofSeconds(5));

        assertThat(cluster.events("b", Granted.class)).isEmpty();
        assertThat(cluster.events("b", Trouble.class))
                .anyMatch(trouble -> trouble.alarm().kind() == Alarm.Kind.STATE_NOT_WRITABLE);
        cluster.ledger("b").full(false);
        cluster.advance(RulesCluster.LEASE.multipliedBy(2));
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    @Test
    void moreVotersThanStatedElectNobody() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c", "d");
        cluster.advance(RulesCluster.A_WHILE);

        cluster.campaign("a");
        cluster.advance(Duration.ofSeconds(5));

        assertThat(cluster.events("a", Granted.class)).isEmpty();
        assertThat(cluster.events("a", Trouble.class))
                .extracting(trouble -> trouble.alarm().message())
                .anyMatch(message -> message.contains("4 voters are here"));
    }

    @Test
    void aSecondProcessWithTheSameIdNeitherLeadsNorVotesAndIsTold() {
        RulesCluster cluster = RulesCluster.three();
        GroupMember twin = new GroupMember(new Node(NodeId.of("a"), new Incarnation(99)), true, "");
        RegistryRules rules = new RegistryRules(
                twin.node(), RegistrySettings.majorityOf(3), VoterState.EMPTY, new SplittableRandom(1), cluster.now());
        rules.elect(
                (voting, now) -> voting.enter(new ElectionEntry(ELECTION, twin.node(), dev.baton.Endpoints.NONE), now),
                cluster.now());
        long later = cluster.now() + RulesCluster.A_WHILE.toNanos();
        rules.view(
                new GroupView(7, List.of(cluster.member("a"), cluster.member("b"), cluster.member("c"), twin), false),
                later);

        List<RegistryEffect> effects =
                rules.elect((voting, now) -> voting.campaign(ELECTION, Priority.DEFAULT, now), later);

        assertThat(effects)
                .anyMatch(effect -> effect instanceof RegistryEffect.Elect elect
                        && elect.effect() instanceof VotingEffect.Tell tell
                        && tell.event() instanceof Trouble trouble
                        && trouble.alarm().kind() == Alarm.Kind.DUPLICATE_NODE_ID);
        assertThat(rules.received(
                        cluster.member("b"),
                        new RegistryMessage.Ballot(new VotingMessage.Ask(
                                ELECTION, new LeaseToken(1, 2), Epoch.of(9), RulesCluster.LEASE, 3)),
                        later))
                .isEmpty();
    }

    @Test
    void aLeadershipThatWasNotGivenBackKeepsThePortOpenUntilItHasLapsed() {
        RulesCluster left = RulesCluster.threeLedByA();
        left.elect("a", (voting, now) -> voting.leave(ELECTION, now));
        assertThat(left.rules("a").mayActUntil(left.now())).isGreaterThan(left.now());
        left.advance(RulesCluster.A_WHILE);
        assertThat(left.rules("a").mayActUntil(left.now())).isEqualTo(left.now());

        RulesCluster released = RulesCluster.threeLedByA();
        Epoch epoch = released.epoch("a");
        released.elect("a", (voting, now) -> voting.release(ELECTION, epoch, Optional.empty(), now));
        assertThat(released.rules("a").mayActUntil(released.now())).isEqualTo(released.now());
    }

    @Test
    void aStandbyThatIsKilledChangesNoLeader() {
        RulesCluster cluster = RulesCluster.threeLedByA();
        Epoch epoch = cluster.epoch("a");

        cluster.crash("c");
        cluster.proveGone("c");
        cluster.campaign("b");
        cluster.advance(RulesCluster.A_WHILE);

        assertThat(cluster.events("a", Lost.class)).isEmpty();
        assertThat(cluster.events("b", Granted.class)).isEmpty();
        assertThat(cluster.epoch("a")).isEqualTo(epoch);
    }

    @Test
    void aSilenceThatIsShorterThanTheCertaintyChangesNoLeader() {
        RulesCluster cluster = RulesCluster.threeLedByA();
        Epoch epoch = cluster.epoch("a");

        cluster.sides(Map.of("a", "left"));
        cluster.campaign("b");
        cluster.advance(RulesCluster.LEASE.dividedBy(2));
        cluster.heal();
        cluster.advance(RulesCluster.A_WHILE);

        assertThat(cluster.events("a", Lost.class)).isEmpty();
        assertThat(cluster.events("b", Granted.class)).isEmpty();
        assertThat(cluster.epoch("a")).isEqualTo(epoch);
    }
}
