// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.bully.BullyMessage.Stored;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the leader of a membership of three may take its next step. */
class ClusterMembershipRulesTest {
    private static final Epoch LEADS = Epoch.of(8);
    private static final NodeId SELF = NodeId.of("node1");
    private static final NodeId OTHER = NodeId.of("node2");
    private static final Membership THREE = Membership.formed("cluster", TestMember.voter(1))
            .with(TestMember.voter(2))
            .with(TestMember.voter(3));

    private final MemoryMembershipStore store = new MemoryMembershipStore(new StateId(1));
    /** This node has promised nothing, so that its own part is settled at once. */
    private final ClusterMembershipRules rules;

    ClusterMembershipRulesTest() {
        store.save(THREE);
        rules = new ClusterMembershipRules(
                SELF, store, BullySettings.every(Duration.ofMillis(200)), now -> now, (to, message) -> {});
        rules.lead(LEADS, Epoch.NONE, 0);
        rules.propose(new MembershipChange.Add(TestMember.voter(4)));
    }

    private boolean isAddedAfter(Stored answer) {
        rules.stored(OTHER, answer);
        rules.tick(2, Epoch.NONE, 1);
        return rules.current().find(NodeId.of("node4")).isPresent();
    }

    @Test
    void waitsForAMajority() {
        rules.tick(2, Epoch.NONE, 1);

        assertThat(rules.pending()).isOne();
        assertThat(isAddedAfter(new Stored(rules.stamp(), true, LEADS, LEADS))).isTrue();
    }

    @Test
    void waitsForWhatWasPromisedBefore() {
        assertThat(isAddedAfter(new Stored(rules.stamp(), false, LEADS, LEADS))).isFalse();
    }

    /** It may elect, or have elected, the next leader, who knows nothing of this step. */
    @Test
    void doesNotCountOneWhoHasPromisedALaterLeadership() {
        assertThat(isAddedAfter(new Stored(rules.stamp(), true, LEADS.next(), LEADS.next())))
                .isFalse();
    }

    @Test
    void doesNotCountWhatWasStoredBefore() {
        assertThat(isAddedAfter(new Stored(THREE.stamp(), true, LEADS, LEADS))).isFalse();
    }

    @Test
    void storesWhatIsNewerWhoeverMadeIt() {
        Membership newer = THREE.stamped(LEADS.next(), Epoch.NONE);

        assertThat(rules.adopt(newer, 1)).isTrue();
        assertThat(rules.adopt(THREE, 2)).isFalse();
        assertThat(store.load()).contains(newer);
    }
}
