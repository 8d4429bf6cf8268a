// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Instants;
import dev.baton.elector.ElectorEvent.Extended;
import dev.baton.elector.ElectorEvent.Granted;
import dev.baton.elector.ElectorEvent.Lost;
import dev.baton.lease.LeaseTerms;
import dev.baton.lease.LeaseToken;
import dev.baton.quorum.VotingMessage;
import dev.baton.registry.RegistryMessage.Ballot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Attempts to break the rules. Each test states what should hold. */
class ReviewRulesTest {
    private static final Duration A_WHILE = RegistrySettings.TERMS.lease().plusMillis(100);

    private static RulesCluster three() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        return cluster;
    }

    private static boolean acts(RulesCluster cluster, String id) {
        List<Granted> granted = cluster.events(id, Granted.class);
        List<Extended> extended = cluster.events(id, Extended.class);
        return !granted.isEmpty()
                && cluster.events(id, Lost.class).size() < granted.size()
                && Instants.isBefore(
                        cluster.now(),
                        extended.isEmpty()
                                ? granted.get(granted.size() - 1).term().certainUntil()
                                : extended.get(extended.size() - 1).term().certainUntil());
    }

    /** The cluster grows: d and e are told 5, and the leader counts with 5, but b and c never hear of it. */
    @Test
    void nodesThatWereToldDifferentSizesCountWithTheLargerOne() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        cluster.start("d", RegistrySettings.majorityOf(5));
        cluster.start("e", RegistrySettings.majorityOf(5));
        cluster.sides(Map.of());
        cluster.advance(A_WHILE.multipliedBy(2));
        assertThat(cluster.rules("a").electorate().size()).isEqualTo(5);

        cluster.sides(Map.of("b", "old", "c", "old"));
        cluster.campaign("b");
        cluster.advance(A_WHILE.multipliedBy(2));

        assertThat(acts(cluster, "a") && acts(cluster, "b")).as("two leaders").isFalse();
    }

    /** All see four voters where three are stated; then two and two part. */
    @Test
    void moreVotersThanStatedDoNotMakeTwoMajorities() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        cluster.start("d");
        cluster.sides(Map.of());
        cluster.advance(A_WHILE.multipliedBy(2));

        cluster.sides(Map.of("c", "other", "d", "other"));
        cluster.campaign("c");
        cluster.advance(A_WHILE.multipliedBy(2));

        assertThat(acts(cluster, "a") && acts(cluster, "c")).as("two leaders").isFalse();
    }

    /** One node with a wrong setting was here for a moment; whoever believed it passes it on. */
    @Test
    void oneNodeWithAWrongSizeDoesNotStopTheClusterForEver() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        cluster.start("x", RegistrySettings.majorityOf(1_000));
        cluster.sides(Map.of());
        cluster.advance(A_WHILE);
        cluster.crash("x");
        for (int i = 0; i < 10; i++) {
            cluster.campaign("a");
            cluster.campaign("b");
            cluster.campaign("c");
            cluster.advance(A_WHILE);
        }

        assertThat(acts(cluster, "a") || acts(cluster, "b") || acts(cluster, "c"))
                .as("required: " + cluster.rules("a").electorate().required())
                .isTrue();
    }

    /** a leads with a lease of 10 s while b and c have been changed to 3 s. c restarts with its state file. */
    @Test
    void aVoterThatRenewedALongLeaseAbstainsForItAfterARestart() {
        RegistrySettings three = RegistrySettings.majorityOf(3);
        RulesCluster cluster = new RulesCluster(three, "b", "c");
        cluster.start("a", three.withTerms(LeaseTerms.of(Duration.ofSeconds(10))));
        cluster.sides(Map.of("c", "cut"));
        cluster.advance(Duration.ofSeconds(11));
        // c asks in vain: the others are in its view, but its messages are lost; its own ledger says epoch 1, 3 s
        cluster.step("c", cluster.rules("c").view(everybody(cluster), cluster.now()));
        cluster.campaign("c");
        cluster.advance(Duration.ofMillis(400));
        cluster.elect("c", (voting, now) -> voting.withdraw(ELECTION, now));
        cluster.campaign("a");
        assertThat(cluster.events("a", Granted.class)).hasSize(1);
        assertThat(cluster.ledger("c").highest(ELECTION))
                .isEqualTo(cluster.events("a", Granted.class).get(0).epoch());
        cluster.heal();
        cluster.advance(Duration.ofSeconds(4));
        cluster.sides(Map.of("b", "other"));
        cluster.advance(Duration.ofMillis(9_500));
        assertThat(acts(cluster, "a")).isTrue();

        cluster.crash("c");
        cluster.start("c");
        cluster.sides(Map.of("b", "other", "c", "other"));
        cluster.campaign("b");
        cluster.advance(Duration.ofSeconds(4));

        assertThat(acts(cluster, "a") && acts(cluster, "b")).as("two leaders").isFalse();
    }

    private static GroupView everybody(RulesCluster cluster) {
        return new GroupView(50, List.of(cluster.member("a"), cluster.member("b"), cluster.member("c")), false);
    }

    @Test
    void withoutQuorumAndWithoutAVoterInSightNothingBreaks() {
        RegistrySettings none = RegistrySettings.withoutQuorum(1, Duration.ZERO);
        RulesCluster cluster = new RulesCluster(none.withVoter(false), "a");

        assertThatCode(() -> {
                    cluster.campaign("a");
                    cluster.advance(A_WHILE);
                })
                .doesNotThrowAnyException();
    }

    private static RulesCluster bAskedTheSilentA() {
        RulesCluster cluster = three();
        cluster.sides(Map.of("a", "silent"));
        cluster.step("b", cluster.rules("b").view(everybody(cluster), cluster.now()));
        cluster.campaign("b");
        cluster.advance(Duration.ofMillis(50));
        return cluster;
    }

    /** Holds: the control of the next one. */
    @Test
    void controlAFirstVoterThatIsSilentCostsPatienceOnly() {
        RulesCluster cluster = bAskedTheSilentA();
        cluster.advance(Duration.ofMillis(200));

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    /** The first voter dies after it was asked, and the view says so before patience ends: b never asks itself. */
    @Test
    void aVoterThatBecomesTheFirstDuringAnAttemptIsAskedToo() {
        RulesCluster cluster = bAskedTheSilentA();
        cluster.crash("a");
        cluster.advance(Duration.ofMillis(200));

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    /** All state files but that of c are lost; c was away when a led. */
    @Test
    void epochsRiseAlthoughAVoterHasLostItsStateFile() {
        RulesCluster cluster = three();
        cluster.sides(Map.of("c", "away"));
        for (int i = 0; i < 3; i++) {
            cluster.campaign("a");
            cluster.advance(Duration.ofSeconds(1));
            Epoch epoch = cluster.events("a", Granted.class).get(i).epoch();
            cluster.elect("a", (voting, now) -> voting.release(ELECTION, epoch, Optional.empty(), now));
        }
        Epoch last = cluster.events("a", Granted.class).get(2).epoch();
        cluster.crash("a");
        cluster.crash("b");
        cluster.loseStateFile("b");
        cluster.start("b");
        cluster.heal();
        cluster.advance(A_WHILE);
        cluster.campaign("c");
        cluster.advance(A_WHILE);

        assertThat(cluster.events("c", Granted.class))
                .allMatch(granted -> granted.epoch().isAfter(last));
    }

    @Test
    void anEpochWithoutSuccessorFromAPeerDoesNotBreakOtherElections() {
        RulesCluster cluster = three();
        cluster.step(
                "a",
                cluster.rules("a")
                        .received(
                                cluster.member("b").node(),
                                new Ballot(new VotingMessage.Ask(
                                        ELECTION,
                                        new LeaseToken(1, 1),
                                        Epoch.of(Long.MAX_VALUE),
                                        Duration.ofSeconds(3))),
                                cluster.now()));
        cluster.advance(A_WHILE);

        assertThatCode(() -> {
                    cluster.campaign("a");
                    cluster.elect("a", (voting, now) -> voting.campaign(ElectionName.of("another"), now));
                })
                .doesNotThrowAnyException();
    }

    private static int lostOver(Duration delay) {
        LeaseTerms terms = new LeaseTerms(
                Duration.ofSeconds(3), Duration.ofMillis(10), Duration.ofMillis(500), Duration.ofMillis(600));
        SlowPair pair = new SlowPair(terms, delay);
        pair.run(Duration.ofSeconds(20));
        return pair.lost;
    }

    /** Holds: the control of the next one. */
    @Test
    void controlALeaderThatRenewsOftenKeepsItsLeadershipOverAQuickLink() {
        assertThat(lostOver(Duration.ofMillis(20))).isZero();
    }

    /** Eight renewals are remembered, and the answer to each comes after it was forgotten. */
    @Test
    void aLeaderThatRenewsOftenKeepsItsLeadershipOverASlowLink() {
        assertThat(lostOver(Duration.ofMillis(50))).isZero();
    }
}
