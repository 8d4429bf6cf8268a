// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a voter still knows after a restart, with and without its state file. */
class RestartedVoterTest {
    /** a leads with a lease of 10 s while b and c have been changed to 3 s. c restarts with its state file. */
    @Test
    void aVoterThatRenewedALongLeaseAbstainsForItAfterARestart() {
        RegistrySettings three = RegistrySettings.majorityOf(3);
        RulesCluster cluster = new RulesCluster(three, "b", "c");
        cluster.start("a", three.withTerms(LeaseTerms.of(Duration.ofSeconds(10))));
        cluster.sides(Map.of("c", "cut"));
        cluster.advance(Duration.ofSeconds(11));
        // c has promised to someone who asked in vain
        cluster.ledger("c").raise(ELECTION, Epoch.of(1), three.terms().lease());
        cluster.campaign("a");
        assertThat(cluster.events("a", Granted.class)).hasSize(1);
        assertThat(cluster.ledger("c").highest(ELECTION))
                .isEqualTo(cluster.events("a", Granted.class).get(0).epoch());
        cluster.heal();
        cluster.advance(Duration.ofSeconds(4));
        cluster.sides(Map.of("b", "other"));
        cluster.advance(Duration.ofMillis(9_500));
        assertThat(cluster.acts("a")).isTrue();

        cluster.crash("c");
        cluster.start("c");
        cluster.sides(Map.of("b", "other", "c", "other"));
        cluster.campaign("b");
        cluster.advance(Duration.ofSeconds(4));

        assertThat(cluster.acts("a") && cluster.acts("b")).as("two leaders").isFalse();
    }

    /** One after the other, and each is back for longer than a lease before the next one goes. */
    @Test
    void votersThatLoseTheirStateFilesUnderALeaderLearnItsEpochFromIt() {
        RulesCluster cluster = RulesCluster.three();
        cluster.campaign("a");
        cluster.advance(Duration.ofSeconds(1));
        Epoch last = cluster.events("a", Granted.class).get(0).epoch();
        for (String id : List.of("b", "c")) {
            cluster.crash(id);
            cluster.loseStateFile(id);
            cluster.start(id);
            cluster.sides(Map.of());
            cluster.advance(RulesCluster.A_WHILE.plusSeconds(1));
        }
        assertThat(cluster.acts("a")).isTrue();
        cluster.crash("a");

        cluster.campaign("c");
        cluster.advance(RulesCluster.A_WHILE.multipliedBy(2));

        assertThat(cluster.events("c", Granted.class))
                .hasSize(1)
                .allMatch(granted -> granted.epoch().isAfter(last));
    }

    /** c was away when a led, and b has lost its file: a is the one that remembers. */
    @Test
    void epochsRiseWhereWhoeverElectsHasOneOfTheLastMajorityWithItsStateFile() {
        RulesCluster cluster = RulesCluster.three();
        cluster.sides(Map.of("c", "away"));
        for (int i = 0; i < 3; i++) {
            cluster.campaign("a");
            cluster.advance(Duration.ofSeconds(1));
            Epoch epoch = cluster.events("a", Granted.class).get(i).epoch();
            cluster.elect("a", (voting, now) -> voting.release(ELECTION, epoch, Optional.empty(), now));
        }
        Epoch last = cluster.events("a", Granted.class).get(2).epoch();
        cluster.crash("b");
        cluster.loseStateFile("b");
        cluster.heal();
        cluster.campaign("c");
        cluster.advance(RulesCluster.A_WHILE);

        assertThat(cluster.events("c", Granted.class))
                .hasSize(1)
                .allMatch(granted -> granted.epoch().isAfter(last));
    }

    private static List<Alarm.Kind> alarms(RulesCluster cluster, String id) {
        return cluster.events(id, Trouble.class).stream()
                .map(trouble -> trouble.alarm().kind())
                .toList();
    }

    @Test
    void aVoterThatStartsWithoutAStateFileSaysSo() {
        RulesCluster cluster = RulesCluster.three();
        assertThat(alarms(cluster, "b")).containsExactly(Alarm.Kind.STATE_IS_NEW);
        cluster.campaign("a");

        cluster.crash("b");
        cluster.start("b");
        assertThat(alarms(cluster, "b")).isEmpty();

        cluster.crash("b");
        cluster.loseStateFile("b");
        cluster.start("b");
        assertThat(alarms(cluster, "b")).containsExactly(Alarm.Kind.STATE_IS_NEW);
    }

    @Test
    void aCandidateWhoseOwnVoterAbstainsAsksNobody() {
        RulesCluster cluster = RulesCluster.three();
        cluster.crash("b");
        cluster.start("b");
        cluster.sides(Map.of());

        cluster.campaign("b");
        cluster.advance(RegistrySettings.TERMS.lease().minusMillis(20));
        assertThat(cluster.effects("b", RegistryEffect.Send.class)).noneMatch(send -> send.message() instanceof Ballot);

        cluster.advance(Duration.ofSeconds(1));
        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }
}
