// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.registry.RulesCluster.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With how many voters a node counts that was told, hears or sees different numbers. */
class ElectorateSizeTest {
    /** The cluster grows: d and e are told 5, and the leader counts with 5, but b and c never hear of it. */
    @Test
    void nodesThatWereToldDifferentSizesCountWithTheLargerOne() {
        RulesCluster cluster = RulesCluster.three();
        cluster.campaign("a");
        cluster.start("d", RegistrySettings.majorityOf(5));
        cluster.start("e", RegistrySettings.majorityOf(5));
        cluster.sides(Map.of());
        cluster.advance(RulesCluster.A_WHILE.multipliedBy(2));
        assertThat(cluster.rules("a").electorate().required()).isEqualTo(3);

        cluster.sides(Map.of("b", "old", "c", "old"));
        cluster.campaign("b");
        cluster.advance(RulesCluster.A_WHILE.multipliedBy(2));

        assertThat(cluster.acts("a") && cluster.acts("b")).as("two leaders").isFalse();
    }

    /** All see four voters where three are stated; then two and two part. */
    @Test
    void moreVotersThanStatedDoNotMakeTwoMajorities() {
        RulesCluster cluster = RulesCluster.three();
        cluster.campaign("a");
        cluster.start("d");
        cluster.sides(Map.of());
        cluster.advance(RulesCluster.A_WHILE.multipliedBy(2));

        cluster.sides(Map.of("c", "other", "d", "other"));
        cluster.campaign("c");
        cluster.advance(RulesCluster.A_WHILE.multipliedBy(2));

        assertThat(cluster.acts("a") && cluster.acts("c")).as("two leaders").isFalse();
    }

    private static void tellAll(RulesCluster cluster, String from, int size) {
        for (String id : List.of("a", "b", "c")) {
            Ask ask = new Ask(ELECTION, new LeaseToken(1, 1), Epoch.of(1), RegistrySettings.TERMS.lease(), size);
            cluster.step(id, cluster.rules(id).received(cluster.member(from), new Ballot(ask), cluster.now()));
        }
        cluster.advance(RulesCluster.A_WHILE);
    }

    private static RulesCluster afterAWrongSize() {
        RulesCluster cluster = RulesCluster.three();
        cluster.start("x", RegistrySettings.majorityOf(1_000));
        cluster.sides(Map.of());
        tellAll(cluster, "x", 1_000);
        cluster.crash("x");
        return cluster;
    }

    @Test
    void aSizeThatWasSaidCountsUntilARestartAndTheAlarmSaysSo() {
        RulesCluster cluster = afterAWrongSize();

        cluster.campaign("a");
        cluster.advance(RulesCluster.A_WHILE);

        assertThat(cluster.events("a", Granted.class)).isEmpty();
        List<Trouble> troubles = cluster.events("a", Trouble.class);
        assertThat(troubles.get(troubles.size() - 1).alarm().message())
                .contains("3 of 1000 voters", "501 are needed", "cluster_size is 3 here", "a restart", "forgets it");
    }

    /** Nobody passes on what it only heard, so whoever restarts counts with what is true again. */
    @Test
    void afterANodeWithAWrongSizeHasLeftRestartingTheOthersOneByOneElectsAgain() {
        RulesCluster cluster = afterAWrongSize();

        for (String id : List.of("a", "b", "c")) {
            cluster.crash(id);
            cluster.start(id);
            cluster.sides(Map.of());
            cluster.campaign(id);
            cluster.advance(RulesCluster.A_WHILE.multipliedBy(2));
        }

        assertThat(List.of("a", "b", "c")).filteredOn(id -> cluster.acts(id)).hasSize(1);
        assertThat(cluster.rules("c").electorate().required()).isEqualTo(2);
    }

    /** The incumbent hears a larger size with the answers to its renewals. */
    @Test
    void aLeaderIsBoundByALargerSizeAsWell() {
        RulesCluster cluster = RulesCluster.three();
        cluster.campaign("a");
        assertThat(cluster.acts("a")).isTrue();

        tellAll(cluster, "b", 7);

        assertThat(cluster.acts("a")).isFalse();
    }

    @Test
    void aSizeOutsideOfAllBoundsIsNotRead() throws Exception {
        for (int size : new int[] {Integer.MIN_VALUE, -1, 0, RegistrySettings.MAX_VOTERS + 1}) {
            LeaseToken token = new LeaseToken(1, 1);
            Leader leader =
                    new Leader(ELECTION, new Node(NodeId.of("a"), new Incarnation(1)), Epoch.of(1), Endpoints.NONE);
            Duration lease = RegistrySettings.TERMS.lease();
            for (VotingMessage message : List.of(
                    new Ask(ELECTION, token, Epoch.of(1), lease, size),
                    new VotingMessage.Vote(ELECTION, token, VotingMessage.Answer.PROMISED, Epoch.of(1), size),
                    new VotingMessage.Renew(leader, token, 1, lease, size),
                    new VotingMessage.Renewed(ELECTION, token, 1, true, size))) {
                byte[] bytes = MessageCodec.write(new Ballot(message));
                assertThatThrownBy(() -> MessageCodec.read(bytes, 0, bytes.length))
                        .isInstanceOf(MessageCodec.UnreadableMessageException.class)
                        .hasMessageContaining(size + " voters");
            }
        }
    }
}
