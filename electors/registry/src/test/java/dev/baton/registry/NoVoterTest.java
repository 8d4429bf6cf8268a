// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.quorum.VotingMessage;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A group without a voter, and what a peer must not be able to break. */
class NoVoterTest {
    private static final Duration A_WHILE = RegistrySettings.TERMS.lease().plusMillis(100);

    private static RulesCluster three() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        return cluster;
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

    @Test
    void anEpochWithoutSuccessorFromAPeerDoesNotBreakOtherElections() {
        RulesCluster cluster = three();
        cluster.step(
                "a",
                cluster.rules("a")
                        .received(
                                cluster.member("b"),
                                new Ballot(new VotingMessage.Ask(
                                        ELECTION,
                                        new LeaseToken(1, 1),
                                        Epoch.of(Long.MAX_VALUE),
                                        Duration.ofSeconds(3),
                                        3)),
                                cluster.now()));
        cluster.advance(A_WHILE);

        assertThatCode(() -> {
                    cluster.campaign("a");
                    cluster.elect(
                            "a", (voting, now) -> voting.campaign(ElectionName.of("another"), Priority.DEFAULT, now));
                })
                .doesNotThrowAnyException();
    }
}
