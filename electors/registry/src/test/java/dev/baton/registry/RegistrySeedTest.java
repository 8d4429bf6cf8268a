// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Epoch;
import dev.baton.core.NodeId;
import dev.baton.elector.Alarm;
import dev.baton.elector.ElectorEvent.Granted;
import dev.baton.elector.ElectorEvent.LeaderSeen;
import dev.baton.elector.ElectorEvent.Lost;
import dev.baton.elector.ElectorEvent.Trouble;
import dev.baton.elector.ElectorEvent.Vacant;
import dev.baton.elector.Vacancy;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the seed system got wrong, one defect per test, by its number in the list of defects. */
class RegistrySeedTest {
    private static final Duration LEASE = RegistrySettings.TERMS.lease();
    private static final Duration A_WHILE = LEASE.plusMillis(100);

    private static RulesCluster three() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        return cluster;
    }

    private static RulesCluster threeLedByA() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        assertThat(cluster.events("a", Granted.class)).hasSize(1);
        return cluster;
    }

    private static RulesCluster splitWithoutQuorum() {
        RulesCluster cluster =
                new RulesCluster(RegistrySettings.withoutQuorum(3, Duration.ofSeconds(10)), "a", "b", "c", "d");
        cluster.advance(A_WHILE);
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

    private static Epoch epoch(RulesCluster cluster, String id) {
        List<Granted> granted = cluster.events(id, Granted.class);
        return granted.get(granted.size() - 1).epoch();
    }

    @Test
    void b1TheSmallerSideOfAPartitionElectsNobodyAndItsLeaderStopsFirst() {
        RulesCluster cluster = threeLedByA();

        cluster.sides(Map.of("a", "alone"));
        cluster.campaign("b");
        cluster.advance(LEASE.minus(Duration.ofMillis(700)));
        assertThat(cluster.events("b", Granted.class)).isEmpty();
        cluster.advance(LEASE);

        assertThat(cluster.events("a", Lost.class)).hasSize(1);
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
        assertThat(epoch(cluster, "b").isAfter(epoch(cluster, "a"))).isTrue();
    }

    @Test
    void b1WithoutQuorumBothSidesLeadUnderDifferentEpochsAndItIsSaid() {
        RulesCluster cluster = splitWithoutQuorum();

        assertThat(epoch(cluster, "a")).isNotEqualTo(epoch(cluster, "c"));
    }

    @Test
    void b2AndS10TheLoserOfAMergeIsToldAndTheWinnerIsAnnouncedOnlyAfterItHasStopped() {
        RulesCluster cluster = splitWithoutQuorum();
        String winner = epoch(cluster, "a").isAfter(epoch(cluster, "c")) ? "a" : "c";
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
    void b3TheDefaultRuleIsOneRuleTheHigherEpochWinsThenTheSmallerId() {
        ConflictResolver rule = ConflictResolver.HIGHER_EPOCH_WINS;
        RulesCluster cluster = three();
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
    void b3AResolverThatChoosesTheLowerEpochMakesBothEndAndTheChosenOneNext() {
        RulesCluster cluster = splitWithoutQuorum();
        String higher = epoch(cluster, "a").isAfter(epoch(cluster, "c")) ? "a" : "c";
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
        Epoch before = epoch(cluster, higher);
        cluster.campaign(lower);
        cluster.advance(LEASE);
        assertThat(epoch(cluster, lower).isAfter(before)).isTrue();
    }

    @Test
    void b4AndS11AVacancyIsTakenOverAndNotACrash() {
        RulesCluster cluster = threeLedByA();

        cluster.crash("a");
        cluster.advance(LEASE.plusMillis(100));
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
    void b5ProofOfAnOldLeadersEndIsNoNewsWhenAnotherLeads() {
        RulesCluster cluster = threeLedByA();
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
    void b6CampaigningManyTimesIsCampaigningOnce() {
        RulesCluster cluster = three();

        for (int i = 0; i < 50; i++) {
            cluster.campaign("a");
        }
        cluster.advance(LEASE);

        assertThat(cluster.events("a", Granted.class)).hasSize(1);
        assertThat(cluster.rules("a").wakeAt()).isGreaterThan(cluster.now());
    }

    @Test
    void b7ALeaderProvenGoneIsReplacedAtOnceAndItsLateMessagesAreNotHeard() {
        RulesCluster cluster = threeLedByA();

        cluster.crash("a");
        cluster.proveGone("a");

        assertThat(last(cluster, "b").cause()).isEqualTo(Vacancy.Cause.GONE);
        cluster.campaign("b");
        cluster.advance(Duration.ofMillis(300));
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    @Test
    void b8AndS11WhoeverLeadsIsSeenByAllUnderOneName() {
        RulesCluster cluster = threeLedByA();

        for (String id : List.of("b", "c")) {
            assertThat(cluster.events(id, LeaderSeen.class))
                    .extracting(seen -> seen.leader().node().id().value())
                    .containsExactly("a");
        }
    }

    @Test
    void b10ANodeAloneDoesNotElectItself() {
        RulesCluster alone = new RulesCluster(RegistrySettings.majorityOf(3), "a");
        alone.advance(A_WHILE);

        alone.campaign("a");
        alone.advance(Duration.ofSeconds(60));

        assertThat(alone.events("a", Granted.class)).isEmpty();
        Alarm alarm = obstacle(alone);
        assertThat(alarm.message()).contains("1 of 3 voters");
    }

    @Test
    void b10WithoutQuorumANodeAloneWaitsForTheOthersBeforeItElects() {
        RulesCluster alone = new RulesCluster(RegistrySettings.withoutQuorum(2, Duration.ofSeconds(10)), "a");
        alone.advance(A_WHILE);
        alone.campaign("a");

        alone.advance(Duration.ofSeconds(5));
        assertThat(alone.events("a", Granted.class)).isEmpty();
        assertThat(obstacle(alone).message()).contains("waiting for 2 members");
        alone.advance(Duration.ofSeconds(6));

        assertThat(alone.events("a", Granted.class)).hasSize(1);
    }

    @Test
    void b11ALinkThatFlapsFasterThanTheLeaseChangesNoLeader() {
        RulesCluster cluster = threeLedByA();

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
    void b12ALeaderThatIsNotAnsweredDoesNotGoOnBecauseItsMessagesLeave() {
        RulesCluster cluster = threeLedByA();

        cluster.crash("b");
        cluster.crash("c");
        cluster.advance(A_WHILE);

        assertThat(cluster.events("a", Lost.class)).hasSize(1);
    }

    @Test
    void b13AnAttemptThatFailedIsTakenBackAndBlocksNobody() {
        RulesCluster cluster = three();
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
    void b14EveryLeadershipHasAHigherEpochAlsoAfterARestartOfAll() {
        RulesCluster cluster = threeLedByA();
        Epoch before = epoch(cluster, "a");
        List.of("a", "b", "c").forEach(cluster::crash);

        List.of("a", "b", "c").forEach(cluster::start);
        cluster.heal();
        cluster.advance(A_WHILE);
        cluster.campaign("c");
        cluster.advance(Duration.ofSeconds(1));

        assertThat(epoch(cluster, "c").isAfter(before)).isTrue();
    }

    @Test
    void aVoterThatRestartsDoesNotVoteUntilItsFormerPromisesHaveRunOut() {
        RulesCluster cluster = threeLedByA();
        cluster.sides(Map.of("a", "left"));
        cluster.crash("b");
        cluster.start("b");
        cluster.sides(Map.of("b", "", "c", ""));

        cluster.campaign("c");
        cluster.advance(LEASE.minus(Duration.ofMillis(200)));

        assertThat(cluster.events("c", Granted.class)).isEmpty();
    }

    @Test
    void aNodeThatCannotWriteItsStateFileDoesNotLead() {
        RulesCluster cluster = three();
        cluster.ledger("b").full(true);

        cluster.campaign("b");
        cluster.advance(Duration.ofSeconds(5));

        assertThat(cluster.events("b", Granted.class)).isEmpty();
        assertThat(cluster.events("b", Trouble.class))
                .anyMatch(trouble -> trouble.alarm().kind() == Alarm.Kind.STATE_NOT_WRITABLE);
        assertThat(cluster.events("b", Trouble.class))
                .filteredOn(trouble -> trouble.alarm().kind() == Alarm.Kind.STATE_NOT_WRITABLE)
                .as("told once")
                .hasSize(1);
        cluster.ledger("b").full(false);
        cluster.advance(A_WHILE);
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    @Test
    void moreVotersThanStatedElectNobody() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c", "d");
        cluster.advance(A_WHILE);

        cluster.campaign("a");
        cluster.advance(Duration.ofSeconds(5));

        assertThat(cluster.events("a", Granted.class)).isEmpty();
        assertThat(obstacle(cluster).message()).contains("4 voters are here");
    }

    @Test
    void aSecondProcessWithTheSameIdNeitherLeadsNorVotesAndIsTold() {
        RulesCluster cluster = three();
        Member twin = new Member(new dev.baton.core.Node(NodeId.of("a"), new dev.baton.core.Incarnation(99)), true, "");
        RegistryRules rules = new RegistryRules(
                twin.node(),
                RegistrySettings.majorityOf(3),
                new MemoryLedger(),
                new java.util.SplittableRandom(1),
                cluster.now());
        rules.elect(
                (voting, now) -> voting.enter(
                        new dev.baton.elector.Entry(ELECTION, twin.node(), dev.baton.core.Endpoints.NONE), now),
                cluster.now());
        long later = cluster.now() + A_WHILE.toNanos();
        rules.view(
                new GroupView(7, List.of(cluster.member("a"), cluster.member("b"), cluster.member("c"), twin), false),
                later);

        List<RegistryEffect> effects = rules.elect((voting, now) -> voting.campaign(ELECTION, now), later);

        assertThat(effects)
                .anyMatch(effect -> effect instanceof RegistryEffect.Elect elect
                        && elect.effect() instanceof VotingEffect.Tell tell
                        && tell.event() instanceof Trouble trouble
                        && trouble.alarm().kind() == Alarm.Kind.DUPLICATE_NODE_ID);
        assertThat(rules.received(
                        cluster.member("b").node(),
                        new RegistryMessage.Ballot(new VotingMessage.Ask(
                                ELECTION, new dev.baton.lease.LeaseToken(1, 2), Epoch.of(9), LEASE, 3)),
                        later))
                .isEmpty();
    }

    @Test
    void aLeadershipThatWasNotGivenBackKeepsThePortOpenUntilItHasLapsed() {
        RulesCluster left = threeLedByA();
        left.elect("a", (voting, now) -> voting.leave(ELECTION, now));
        assertThat(left.rules("a").mayActUntil(left.now())).isGreaterThan(left.now());
        left.advance(A_WHILE);
        assertThat(left.rules("a").mayActUntil(left.now())).isEqualTo(left.now());

        RulesCluster released = threeLedByA();
        Epoch epoch = epoch(released, "a");
        released.elect("a", (voting, now) -> voting.release(ELECTION, epoch, Optional.empty(), now));
        assertThat(released.rules("a").mayActUntil(released.now())).isEqualTo(released.now());
    }

    // ---- names

    @Test
    void aNameHasOneOwnerAndItsEndIsToldOnceWithTheReason() {
        RulesCluster cluster = three();
        RegistryName name = RegistryName.of("printer");

        cluster.step("b", cluster.rules("b").register(name, cluster.now()));
        cluster.step("c", cluster.rules("c").register(name, cluster.now()));

        assertThat(cluster.effects("b", RegistryEffect.Registered.class).get(0).taken())
                .isEmpty();
        Optional<Registration> inTheWay =
                cluster.effects("c", RegistryEffect.Registered.class).get(0).taken();
        assertThat(inTheWay.orElseThrow().owner()).isEqualTo(cluster.member("b").node());
        cluster.crash("b");
        assertThat(cluster.effects("a", RegistryEffect.Down.class))
                .extracting(RegistryEffect.Down::reason)
                .containsExactly(DownReason.NODE_DOWN);
        cluster.step("c", cluster.rules("c").register(name, cluster.now()));
        assertThat(cluster.rules("a").names().table().get(name).owner())
                .isEqualTo(cluster.member("c").node());
    }

    @Test
    void givingANameUpIsToldAsThat() {
        RulesCluster cluster = three();
        RegistryName name = RegistryName.of("printer");
        cluster.step("b", cluster.rules("b").register(name, cluster.now()));

        cluster.step("b", cluster.rules("b").unregister(name, cluster.now()));

        assertThat(cluster.effects("c", RegistryEffect.Down.class))
                .extracting(RegistryEffect.Down::reason)
                .containsExactly(DownReason.UNREGISTERED);
        assertThat(cluster.rules("a").names().table()).isEmpty();
    }

    @Test
    void aNameThatBothSidesGaveHasOneOwnerAfterTheMergeAndTheOtherIsTold() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        RegistryName name = RegistryName.of("printer");
        cluster.sides(Map.of("c", "right"));
        cluster.step("b", cluster.rules("b").register(name, cluster.now()));
        cluster.step("c", cluster.rules("c").register(name, cluster.now()));

        cluster.heal();
        RegistryEffect.ResolveName conflict =
                cluster.effects("a", RegistryEffect.ResolveName.class).get(0);
        Registration winner =
                conflict.one().owner().equals(cluster.member("b").node()) ? conflict.one() : conflict.other();
        Registration loser = winner.equals(conflict.one()) ? conflict.other() : conflict.one();
        cluster.step("a", cluster.rules("a").resolvedName(winner, loser, cluster.now()));

        for (String id : List.of("a", "b", "c")) {
            assertThat(cluster.rules(id).names().table().get(name).owner())
                    .isEqualTo(cluster.member("b").node());
        }
        assertThat(cluster.effects("c", RegistryEffect.Down.class))
                .extracting(RegistryEffect.Down::reason)
                .contains(DownReason.CONFLICT);
    }
}
