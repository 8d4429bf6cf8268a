// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.bully.BullySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The node that formed a cluster, and was told nobody to join, is removed from it. */
class EnrolmentTest {
    private static final long SECOND = 1_000_000_000L;
    private static final BullyMember FIRST = TestMember.voter(1);
    private static final Membership BOTH = Membership.formed("cluster", FIRST).with(TestMember.voter(2));
    private static final Membership WITHOUT = BOTH.without(FIRST.id(), FormerMember.Cause.ASKED);

    private final List<MembershipEffect> effects = new ArrayList<>();

    private Enrolment startedWith(Membership stored) {
        ClusterMembershipRules membership = new ClusterMembershipRules(
                FIRST.id(),
                new MembershipState(FIRST.mark(), false, Optional.of(stored)),
                BullySettings.every(Duration.ofMillis(200)),
                now -> now,
                effects::add,
                0);
        Enrolment enrolment = new Enrolment(
                FIRST, List.of(), membership, Duration.ofMillis(200), new SplittableRandom(1), effects::add);
        enrolment.begin(0);
        return enrolment;
    }

    private boolean asksToJoinAfter(Enrolment enrolment, Membership heard) {
        enrolment.adopted(heard, SECOND);
        effects.clear();
        enrolment.tick(100 * SECOND);
        return effects.stream().anyMatch(MembershipEffect.Join.class::isInstance);
    }

    @Test
    void itStaysOutUntilItIsStartedAgain() {
        assertThat(asksToJoinAfter(startedWith(BOTH), WITHOUT)).isFalse();
    }

    /** Others may take the lead of the membership, and hand over what they stored, before they can let it in. */
    @Test
    void startedAgainItAsksUntilItIsLetIn() {
        assertThat(asksToJoinAfter(startedWith(WITHOUT), WITHOUT.stamped(Epoch.of(9), Epoch.NONE)))
                .isTrue();
    }

    @Test
    void onceItIsInTheNextRemovalHolds() {
        Enrolment enrolment = startedWith(WITHOUT);
        assertThat(asksToJoinAfter(enrolment, BOTH.stamped(Epoch.of(9), Epoch.NONE)))
                .isFalse();

        assertThat(asksToJoinAfter(enrolment, WITHOUT.stamped(Epoch.of(10), Epoch.NONE)))
                .isFalse();
    }

    @Test
    void aClusterIsFormedOnceThatIsDurableAndTriedAgain() {
        ClusterMembershipRules membership = new ClusterMembershipRules(
                FIRST.id(),
                new MembershipState(FIRST.mark(), false, Optional.empty()),
                BullySettings.every(Duration.ofMillis(200)),
                now -> now,
                effects::add,
                0);
        Enrolment enrolment = new Enrolment(
                FIRST, List.of(), membership, Duration.ofMillis(200), new SplittableRandom(1), effects::add);

        enrolment.begin(0);
        assertThat(membership.current()).isNull();
        membership.stored(false, 1);
        assertThat(membership.current()).isNull();
        enrolment.tick(enrolment.wakeAt(1));
        membership.stored(true, SECOND);

        assertThat(membership.current().has(FIRST.id(), FIRST.mark())).isTrue();
        assertThat(effects).filteredOn(MembershipEffect.Save.class::isInstance).hasSize(2);
    }
}
