// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mistakes of designs that use a cluster-wide name as a lock, one test each: see docs/design-decisions.md. */
class RegistryDesignTest {
    private static RulesCluster splitWithoutQuorum() {
        RulesCluster cluster =
                new RulesCluster(RegistrySettings.withoutQuorum(3, Duration.ofSeconds(10)), "a", "b", "c", "d");
        cluster.advance(RulesCluster.A_WHILE);
        cluster.sides(Map.of("a", "left", "b", "left", "c", "right", "d", "right"));
        cluster.campaign("a");
        cluster.campaign("c");
        return cluster;
    }

    /** What a was told to be in its way. */
    private static Alarm obstacle(RulesCluster cluster) {
        return cluster.events("a", Trouble.class).stream()
                .map(Trouble::alarm)
                .filter(alarm -> alarm.kind() == Alarm.Kind.UNREACHABLE)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theSmallerSideOfAPartitionElectsNobodyAndItsLeaderStopsFirst() {
        RulesCluster cluster = RulesCluster.threeLedByA();

        cluster.sides(Map.of("a", "alone"));
        cluster.campaign("b");
        cluster.advance(RulesCluster.LEASE.minus(Duration.ofMillis(700)));
        assertThat(cluster.events("b", Granted.class)).isEmpty();
        cluster.advance(RulesCluster.LEASE);

        assertThat(cluster.events("a", Lost.class)).hasSize(1);
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
        assertThat(cluster.epoch("b").isAfter(cluster.epoch("a"))).isTrue();
    }

    @Test
    void withoutQuorumBothSidesLeadUnderDifferentEpochsAndItIsSaid() {
        RulesCluster cluster = splitWithoutQuorum();

        assertThat(cluster.epoch("a")).isNotEqualTo(cluster.epoch("c"));
        assertThat(cluster.settings().guarantee().exclusivity()).isEqualTo(Guarantee.Exclusivity.PER_PARTITION);
        assertThat(RegistrySettings.majorityOf(3).guarantee().exclusivity()).isEqualTo(Guarantee.Exclusivity.EXCLUSIVE);
    }

    @Test
    void theLoserOfAMergeIsToldAndTheWinnerIsAnnouncedOnlyAfterItHasStopped() {
        RulesCluster cluster = splitWithoutQuorum();
        String winner = cluster.epoch("a").isAfter(cluster.epoch("c")) ? "a" : "c";
        String loser = winner.equals("a") ? "c" : "a";
        String observer = loser.equals("a") ? "b" : "d";
        long seenBefore = cluster.events(observer, LeaderSeen.class).size();

        cluster.heal();
        cluster.advance(Duration.ofMillis(700));
        assertThat(cluster.conflicts(winner)).hasSize(1);
        cluster.elect(winner, (voting, now) -> voting.resolved(ELECTION, NodeId.of(winner), now));

        assertThat(cluster.events(loser, Lost.class)).hasSize(1);
        assertThat(cluster.events(winner, Lost.class)).isEmpty();
        assertThat(cluster.events(observer, LeaderSeen.class)).hasSize((int) seenBefore);
        cluster.advance(Duration.ofSeconds(3));
        List<LeaderSeen> seen = cluster.events(observer, LeaderSeen.class);
        assertThat(seen.get(seen.size() - 1).leader().node().id().value()).isEqualTo(winner);
        assertThat(cluster.events(winner, Lost.class)).isEmpty();
    }

    @Test
    void theDefaultRuleIsOneRuleTheHigherEpochWinsThenTheSmallerId() {
        ConflictResolver rule = ConflictResolver.HIGHER_EPOCH_WINS;
        RulesCluster cluster = RulesCluster.three();
        ConflictResolver.Claim low =
                new ConflictResolver.Claim("x", cluster.member("a").node(), 1);
        ConflictResolver.Claim high =
                new ConflictResolver.Claim("x", cluster.member("b").node(), 2);
        ConflictResolver.Claim alsoHigh =
                new ConflictResolver.Claim("x", cluster.member("c").node(), 2);

        assertThat(rule.choose(low, high)).isEqualTo(high);
        assertThat(rule.choose(high, low)).isEqualTo(high);
        assertThat(rule.choose(alsoHigh, high)).isEqualTo(high);
    }

    @Test
    void aResolverThatChoosesTheLowerEpochMakesBothEndAndTheChosenOneNext() {
        RulesCluster cluster = splitWithoutQuorum();
        String higher = cluster.epoch("a").isAfter(cluster.epoch("c")) ? "a" : "c";
        String lower = higher.equals("a") ? "c" : "a";
        cluster.heal();
        cluster.advance(Duration.ofMillis(700));
        assertThat(cluster.conflicts(higher)).hasSize(1);

        cluster.elect(higher, (voting, now) -> voting.resolved(ELECTION, NodeId.of(lower), now));
        cluster.advance(Duration.ofSeconds(3));

        assertThat(cluster.events(higher, Lost.class)).hasSize(1);
        assertThat(cluster.events(lower, Lost.class)).hasSize(1);
        List<Vacant> vacancies = cluster.events(lower, Vacant.class);
        assertThat(vacancies.get(vacancies.size() - 1).vacancy().successor()).contains(NodeId.of(lower));
        Epoch before = cluster.epoch(higher);
        cluster.campaign(lower);
        cluster.advance(RulesCluster.LEASE);
        assertThat(cluster.epoch(lower).isAfter(before)).isTrue();
    }

    @Test
    void aVacancyIsTakenOverAndNotACrash() {
        RulesCluster cluster = RulesCluster.threeLedByA();

        cluster.crash("a");
        cluster.advance(RulesCluster.LEASE.plusMillis(100));
        assertThat(last(cluster, "b").cause()).isEqualTo(Vacancy.Cause.EXPIRED);
        cluster.campaign("b");
        cluster.advance(Duration.ofSeconds(1));

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    private static Vacancy last(RulesCluster cluster, String id) {
        List<Vacant> vacancies = cluster.events(id, Vacant.class);
        return vacancies.get(vacancies.size() - 1).vacancy();
    }

    @Test
    void proofOfAnOldLeadersEndIsNoNewsWhenAnotherLeads() {
        RulesCluster cluster = RulesCluster.threeLedByA();
        cluster.crash("a");
        cluster.proveGone("a");
        cluster.campaign("b");
        cluster.advance(Duration.ofMillis(200));
        int vacancies = cluster.events("c", Vacant.class).size();

        cluster.proveGone("a");
        cluster.proveGone("a");

        assertThat(cluster.events("c", Vacant.class)).hasSize(vacancies);
    }

    @Test
    void campaigningManyTimesIsCampaigningOnce() {
        RulesCluster cluster = RulesCluster.three();

        for (int i = 0; i < 50; i++) {
            cluster.campaign("a");
        }
        cluster.advance(RulesCluster.LEASE);

        assertThat(cluster.events("a", Granted.class)).hasSize(1);
        assertThat(cluster.rules("a").wakeAt()).isGreaterThan(cluster.now());
    }

    @Test
    void aLeaderProvenGoneIsReplacedAtOnceAndItsLateMessagesAreNotHeard() {
        RulesCluster cluster = RulesCluster.threeLedByA();

        Renew late = new Renew(
                new Leader(ELECTION, cluster.member("a").node(), cluster.epoch("a"), Endpoints.NONE),
                new LeaseToken(1, 1),
                99,
                RulesCluster.LEASE,
                3);
        cluster.crash("a");
        cluster.proveGone("a");
        int seen = cluster.events("b", LeaderSeen.class).size();

        cluster.hears("b", cluster.member("a"), new RegistryMessage.Ballot(late));

        assertThat(last(cluster, "b").cause()).isEqualTo(Vacancy.Cause.GONE);
        assertThat(cluster.events("b", LeaderSeen.class)).hasSize(seen);
        cluster.campaign("b");
        cluster.advance(Duration.ofMillis(300));
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    @Test
    void whoeverLeadsIsSeenByAllUnderOneName() {
        RulesCluster cluster = RulesCluster.threeLedByA();

        for (String id : List.of("b", "c")) {
            assertThat(cluster.events(id, LeaderSeen.class))
                    .extracting(seen -> seen.leader().node().id().value())
                    .containsExactly("a");
        }
    }

    @Test
    void aNodeAloneDoesNotElectItself() {
        RulesCluster alone = new RulesCluster(RegistrySettings.majorityOf(3), "a");
        alone.advance(RulesCluster.A_WHILE);

        alone.campaign("a");
        alone.advance(Duration.ofSeconds(60));

        assertThat(alone.events("a", Granted.class)).isEmpty();
        assertThat(obstacle(alone).message()).contains("1 of 3 voters");
    }

    @Test
    void withoutQuorumANodeAloneWaitsForTheOthersBeforeItElects() {
        RulesCluster alone = new RulesCluster(RegistrySettings.withoutQuorum(2, Duration.ofSeconds(10)), "a");
        alone.advance(RulesCluster.A_WHILE);
        alone.campaign("a");

        alone.advance(Duration.ofSeconds(5));
        assertThat(alone.events("a", Granted.class)).isEmpty();
        assertThat(obstacle(alone).message()).contains("waiting for 2 members");
        alone.advance(Duration.ofSeconds(6));

        assertThat(alone.events("a", Granted.class)).hasSize(1);
    }

    @Test
    void aLinkThatFlapsFasterThanTheLeaseChangesNoLeader() {
        RulesCluster cluster = RulesCluster.threeLedByA();

        for (int i = 0; i < 20; i++) {
            cluster.sides(Map.of("a", "alone"));
            cluster.advance(Duration.ofSeconds(1));
            cluster.heal();
            cluster.advance(Duration.ofSeconds(1));
        }

        assertThat(cluster.events("a", Lost.class)).isEmpty();
        assertThat(cluster.events("a", Granted.class)).hasSize(1);
    }

    @Test
    void aLeaderThatIsNotAnsweredDoesNotGoOnBecauseItsMessagesLeave() {
        RulesCluster cluster = RulesCluster.threeLedByA();

        cluster.crash("b");
        cluster.crash("c");
        cluster.advance(RulesCluster.A_WHILE);

        assertThat(cluster.events("a", Lost.class)).hasSize(1);
    }

    @Test
    void anAttemptThatFailedIsTakenBackAndBlocksNobody() {
        RulesCluster cluster = RulesCluster.three();
        cluster.sides(Map.of("a", "alone"));
        cluster.campaign("a");
        cluster.advance(Duration.ofSeconds(1));
        cluster.elect("a", (voting, now) -> voting.withdraw(ELECTION, now));
        cluster.heal();

        cluster.campaign("b");
        cluster.advance(Duration.ofMillis(500));

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    @Test
    void everyLeadershipHasAHigherEpochAlsoAfterARestartOfAll() {
        RulesCluster cluster = RulesCluster.threeLedByA();
        Epoch before = cluster.epoch("a");
        List.of("a", "b", "c").forEach(cluster::crash);

        List.of("a", "b", "c").forEach(cluster::start);
        cluster.heal();
        cluster.advance(RulesCluster.A_WHILE);
        cluster.campaign("c");
        cluster.advance(Duration.ofSeconds(1));

        assertThat(cluster.epoch("c").isAfter(before)).isTrue();
    }
}
