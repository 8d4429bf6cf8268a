// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When the leader of a membership of three may take its next step. */
class ClusterMembershipRulesTest {
    private static final Epoch LEADS = Epoch.of(8);
    private static final NodeId SELF = NodeId.of("node1");
    private static final NodeId OTHER = NodeId.of("node2");
    private static final NodeId ADDED = NodeId.of("node4");
    private static final Membership THREE = Membership.formed("cluster", TestMember.voter(1))
            .with(TestMember.voter(2))
            .with(TestMember.voter(3));

    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));

    private final List<MembershipEffect> effects = new ArrayList<>();
    /** Until when something may hold that this node has promised: nothing, so that its own part is settled at once. */
    private long promisedUntil;

    private final ClusterMembershipRules rules = new ClusterMembershipRules(
            SELF,
            new MembershipState(new StateId(1), false, Optional.of(THREE)),
            SETTINGS,
            now -> Math.max(now, promisedUntil),
            effects::add,
            0);
    private final List<Boolean> began = new ArrayList<>();

    ClusterMembershipRulesTest() {
        rules.lead(LEADS, Epoch.NONE, (durable, now) -> began.add(durable), 0);
    }

    /** This node leads, and wants to add a voter. */
    private void adds() {
        rules.stored(true, 0);
        rules.propose(new MembershipChange.Add(TestMember.voter(4)));
    }

    private List<Membership> written() {
        return effects.stream()
                .filter(MembershipEffect.Save.class::isInstance)
                .map(effect -> ((MembershipEffect.Save) effect).membership())
                .toList();
    }

    private boolean isAddedAfter(StoredMembership answer) {
        rules.stored(OTHER, answer);
        effects.clear();
        rules.tick(2, Epoch.NONE, 1);
        return written().stream().anyMatch(members -> members.find(ADDED).isPresent());
    }

    @Test
    void waitsForAMajority() {
        adds();
        rules.tick(2, Epoch.NONE, 1);

        assertThat(rules.pending()).isOne();
        assertThat(isAddedAfter(new StoredMembership(rules.stamp(), true, LEADS, LEADS)))
                .isTrue();
    }

    @Test
    void waitsForWhatWasPromisedBefore() {
        adds();
        assertThat(isAddedAfter(new StoredMembership(rules.stamp(), false, LEADS, LEADS)))
                .isFalse();
    }

    /** It may elect, or have elected, the next leader, who knows nothing of this step. */
    @Test
    void doesNotCountOneWhoHasPromisedALaterLeadership() {
        adds();
        assertThat(isAddedAfter(new StoredMembership(rules.stamp(), true, LEADS.next(), LEADS.next())))
                .isFalse();
    }

    @Test
    void doesNotCountWhatWasStoredBefore() {
        adds();
        assertThat(isAddedAfter(new StoredMembership(THREE.stamp(), true, LEADS, LEADS)))
                .isFalse();
    }

    @Test
    void storesWhatIsNewerWhoeverMadeIt() {
        rules.stored(true, 0);
        Membership newer = THREE.stamped(LEADS.next(), Epoch.NONE);

        assertThat(rules.adopt(newer, (durable, now) -> {})).isTrue();
        rules.stored(true, 1);

        assertThat(rules.current()).isEqualTo(newer);
        assertThat(rules.adopt(THREE, (durable, now) -> {})).isFalse();
    }

    // ---- what is not durable does not count

    @Test
    void doesNotLeadBeforeWhatItFoundIsDurableUnderItsEpoch() {
        assertThat(written())
                .singleElement()
                .extracting(members -> members.stamp().epoch())
                .isEqualTo(LEADS);
        assertThat(rules.leads()).isFalse();
        assertThat(rules.propose(new MembershipChange.Add(TestMember.voter(4)))).isFalse();
        assertThat(rules.stamp()).isEqualTo(THREE.stamp());

        rules.stored(true, 1);

        assertThat(rules.leads()).isTrue();
        assertThat(rules.stamp().epoch()).isEqualTo(LEADS);
        assertThat(began).containsExactly(true);
    }

    @Test
    void doesNotLeadIfThatCannotBeWritten() {
        rules.stored(false, 1);

        assertThat(rules.leads()).isFalse();
        assertThat(rules.current()).isEqualTo(THREE);
        assertThat(began).containsExactly(false);
    }

    @Test
    void aStepCountsOnceItIsDurable() {
        adds();
        assertThat(isAddedAfter(new StoredMembership(rules.stamp(), true, LEADS, LEADS)))
                .isTrue();
        assertThat(rules.current().find(ADDED)).isEmpty();
        assertThat(rules.pending()).isOne();

        rules.stored(true, 2);

        assertThat(rules.current().find(ADDED)).isPresent();
        assertThat(rules.pending()).isZero();
    }

    @Test
    void aStepThatCannotBeWrittenChangesNothingAndIsTriedAgainLater() {
        adds();
        assertThat(isAddedAfter(new StoredMembership(rules.stamp(), true, LEADS, LEADS)))
                .isTrue();

        rules.stored(false, 2);
        effects.clear();
        rules.tick(2, Epoch.NONE, 3);
        assertThat(written()).as("at once").isEmpty();
        rules.tick(2, Epoch.NONE, Duration.ofSeconds(1).toNanos());

        assertThat(rules.current().find(ADDED)).isEmpty();
        assertThat(written()).as("later").hasSize(1);
    }

    /** Or a majority could count this node in, which has promised by the membership before. */
    @Test
    void whatIsPromisedDuringTheWriteHasToRunOutAsWell() {
        promisedUntil = 100;

        rules.stored(true, 1);

        assertThat(rules.isSettled(99)).isFalse();
        assertThat(rules.isSettled(100)).isTrue();
    }

    @Test
    void oneIsWrittenAtATime() {
        Membership newer = THREE.stamped(LEADS.next(), Epoch.NONE);

        assertThat(rules.adopt(newer, (durable, now) -> {})).isFalse();
        rules.stored(true, 1);

        assertThat(rules.adopt(newer, (durable, now) -> {})).isTrue();
        assertThat(rules.current()).isNotEqualTo(newer);
    }

    /** What it found is of a later leadership: whoever that is, it knows more. */
    @Test
    void doesNotLeadAfterStoringWhatALaterLeaderSaid() {
        rules.leadNoMore();
        rules.stored(true, 1);
        Membership newer = THREE.stamped(Epoch.of(20), Epoch.NONE);
        assertThat(rules.adopt(newer, (durable, now) -> {})).isTrue();

        rules.lead(LEADS.next(), Epoch.NONE, (durable, now) -> began.add(durable), 2);
        rules.stored(true, 3);
        rules.tick(2, Epoch.NONE, 4);

        assertThat(rules.current()).isEqualTo(newer);
        assertThat(rules.leads()).isFalse();
        assertThat(began).containsExactly(true, false);
    }

    @Test
    void itIsTheVoterThatItWasUntilItsNewBeginningIsDurable() {
        rules.stored(true, 1);

        rules.forget(new StateId(7), (durable, now) -> {});
        assertThat(rules.mark()).isEqualTo(new StateId(1));
        assertThat(rules.current()).isNotNull();
        rules.stored(true, 2);

        assertThat(rules.mark()).isEqualTo(new StateId(7));
        assertThat(rules.current()).isNull();
        assertThat(rules.leads()).isFalse();
    }
}
