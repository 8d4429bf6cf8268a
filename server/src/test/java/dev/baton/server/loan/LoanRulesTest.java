// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.LoanState;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoanRulesTest {
    private static final Node NODE = new Node(NodeId.of("n1"), new Incarnation(1));
    private static final Node BORROWER = new Node(NodeId.of("job"), new Incarnation(2));
    private static final LeaseToken TOKEN = new LeaseToken(1, 1);
    private static final LeaseToken OTHER = new LeaseToken(2, 2);
    private static final Duration RESERVE = Duration.ofMillis(500);

    private long now = 1_000;
    private final LoanRules rules = new LoanRules(Duration.ofSeconds(3), RESERVE, true, now);

    private HeldLeadership lead(long epoch, Duration certain) {
        HeldLeadership tenure =
                new HeldLeadership(ElectionName.of("job"), NODE, Epoch.of(epoch), () -> now, now + certain.toNanos());
        rules.lead(tenure, now);
        return tenure;
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private LoanState acquire(LeaseToken token) {
        return rules.acquire(token, BORROWER, now);
    }

    @Test
    void nothingIsLentBeforeThisNodeLeads() {
        assertThat(acquire(TOKEN)).isEqualTo(LoanState.VACANT);
        assertThat(rules.isOut(now)).isFalse();
    }

    @Test
    void theFirstLeadershipIsLentAtOnce() {
        lead(1, Duration.ofSeconds(10));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
        assertThat(rules.left(now)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void anotherBorrowerIsRefusedAlsoAfterTheFirstGaveBack() {
        lead(1, Duration.ofSeconds(10));
        acquire(TOKEN);
        assertThat(acquire(OTHER)).isEqualTo(LoanState.TAKEN);

        assertThat(rules.release(OTHER)).isEmpty();
        assertThat(rules.release(TOKEN)).contains(Epoch.of(1));

        assertThat(acquire(OTHER)).isEqualTo(LoanState.TAKEN);
        assertThat(acquire(TOKEN)).isEqualTo(LoanState.TAKEN);
        assertThat(rules.spent(now, true)).contains(Epoch.of(1));
    }

    @Test
    void aLoanEndsBeforeTheNodesOwnDeadline() {
        lead(1, Duration.ofMillis(3_500));
        acquire(TOKEN);
        pass(Duration.ofSeconds(1));

        rules.renew(TOKEN, now);

        assertThat(rules.left(now)).as("not renewed: 2.5 s are left of it").isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aLeadershipThatIsAlmostOverIsNotLent() {
        lead(1, Duration.ofMillis(3_499));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.SOON);
    }

    @Test
    void renewingFollowsTheNodesOwnDeadline() {
        HeldLeadership tenure = lead(1, Duration.ofMillis(3_500));
        acquire(TOKEN);
        pass(Duration.ofMillis(2_500));

        assertThat(rules.renew(TOKEN, now)).isEqualTo(LoanState.YOURS);
        assertThat(rules.left(now)).as("the node was not renewed itself").isEqualTo(Duration.ofMillis(500));

        tenure.extend(now + Duration.ofSeconds(10).toNanos());
        rules.renew(TOKEN, now);
        assertThat(rules.left(now)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aLoanThatRanOutIsOver() {
        lead(1, Duration.ofSeconds(60));
        acquire(TOKEN);
        pass(Duration.ofSeconds(3));

        assertThat(rules.renew(TOKEN, now)).isEqualTo(LoanState.TAKEN);
        assertThat(rules.left(now)).isEqualTo(Duration.ZERO);
        assertThat(rules.spent(now, true)).contains(Epoch.of(1));
    }

    @Test
    void whatIsCalledBackGetsNoMoreTime() {
        lead(1, Duration.ofSeconds(60));
        acquire(TOKEN);
        pass(Duration.ofSeconds(1));

        rules.recall();

        assertThat(rules.renew(TOKEN, now)).isEqualTo(LoanState.RECALLED);
        assertThat(rules.left(now)).isEqualTo(Duration.ofSeconds(2));
        assertThat(acquire(OTHER)).isEqualTo(LoanState.TAKEN);
        assertThat(rules.spent(now, true)).as("the leadership ends by itself").isEmpty();
    }

    @Test
    void afterALeaderThatDidNotGiveBackNothingIsLentUntilItsLoanHasRunOut() {
        lead(7, Duration.ofSeconds(60));
        assertThat(acquire(TOKEN)).isEqualTo(LoanState.SOON);
        pass(LoanRules.SETTLING.minusNanos(1));
        assertThat(acquire(TOKEN)).isEqualTo(LoanState.SOON);
        pass(Duration.ofNanos(1));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
        assertThat(LoanRules.MAX_LOAN).isLessThan(LoanRules.SETTLING);
    }

    @Test
    void afterALeaderThatLedForLongAndGaveBackItIsLentAtOnce() {
        rules.seen(Epoch.of(6), now);
        pass(LoanRules.SETTLING);
        rules.released(Epoch.of(6));

        lead(7, Duration.ofSeconds(60));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void theNewsThatALeaderGaveBackMayComeLate() {
        rules.seen(Epoch.of(6), now);
        pass(LoanRules.SETTLING);
        lead(7, Duration.ofSeconds(60));
        assertThat(acquire(TOKEN)).isEqualTo(LoanState.SOON);

        rules.released(Epoch.of(5));
        assertThat(acquire(TOKEN)).as("that was another").isEqualTo(LoanState.SOON);
        rules.released(Epoch.of(6));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void aLeaderThatGaveBackSoonDoesNotSpeakForTheCrashedOneBeforeIt() {
        rules.seen(Epoch.of(5), now);
        pass(Duration.ofMinutes(1));
        rules.seen(Epoch.of(6), now);
        pass(Duration.ofSeconds(1));
        rules.released(Epoch.of(6));
        lead(7, Duration.ofSeconds(60));

        assertThat(acquire(TOKEN)).as("what epoch 5 lent may be out").isEqualTo(LoanState.SOON);
        pass(LoanRules.SETTLING.minusSeconds(1));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void aShortLeadershipOfItsOwnDoesNotSpeakForTheCrashedOneBeforeIt() {
        lead(6, Duration.ofSeconds(60));
        pass(Duration.ofSeconds(1));
        rules.recall();
        rules.end(now);
        lead(7, Duration.ofSeconds(60));

        assertThat(acquire(TOKEN)).as("what epoch 5 lent may be out").isEqualTo(LoanState.SOON);
        pass(LoanRules.SETTLING.minusSeconds(1));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void afterALeadershipThatWasTakenAwayTheLoanRunsOutFirst() {
        lead(1, Duration.ofSeconds(60));
        acquire(TOKEN);
        rules.recall();
        rules.end(now);
        lead(2, Duration.ofSeconds(60));

        assertThat(acquire(OTHER)).isEqualTo(LoanState.SOON);
        pass(Duration.ofSeconds(3));

        assertThat(acquire(OTHER)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void releasesInARowSettleTogether() {
        rules.released(Epoch.of(1));
        rules.released(Epoch.of(2));
        rules.released(Epoch.of(1));
        lead(3, Duration.ofSeconds(60));

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void afterALeadershipOfItsOwnThatEndedInOrderItIsLentAtOnce() {
        lead(1, Duration.ofSeconds(60));
        acquire(TOKEN);
        rules.recall();
        rules.release(TOKEN);
        rules.end(now);

        lead(2, Duration.ofSeconds(60));

        assertThat(acquire(OTHER)).isEqualTo(LoanState.YOURS);
    }

    @Test
    void aDutyThatIsStartedAgainDoesNotLendTheSameEpochAgain() {
        HeldLeadership tenure = lead(1, Duration.ofSeconds(60));
        acquire(TOKEN);
        rules.recall();
        rules.release(TOKEN);
        rules.end(now);

        rules.lead(tenure, now);

        assertThat(acquire(OTHER)).isEqualTo(LoanState.TAKEN);
    }

    @Test
    void whereEpochsAreForgottenAFirstOneProvesNothing() {
        LoanRules forgetful = new LoanRules(Duration.ofSeconds(3), RESERVE, false, now);
        HeldLeadership tenure = lead(1, Duration.ofSeconds(60));
        forgetful.lead(tenure, now);

        assertThat(forgetful.acquire(TOKEN, BORROWER, now)).isEqualTo(LoanState.SOON);
    }

    @Test
    void aLoanIsNeverLongerThanWhatTheNextLeaderWaitsFor() {
        LoanRules patient = new LoanRules(Duration.ofMinutes(1), RESERVE, true, now);

        assertThat(patient.longest()).isEqualTo(LoanRules.MAX_LOAN);
    }

    @Test
    void aLeadershipThatNoBorrowerAsksForIsHandedOver() {
        lead(1, Duration.ofHours(1));
        pass(LoanRules.MIN_IDLE.minusNanos(1));
        assertThat(rules.spent(now, true)).isEmpty();

        pass(Duration.ofNanos(1));

        assertThat(rules.spent(now, true)).contains(Epoch.of(1));
    }

    @Test
    void aNodeThatIsAloneKeepsALeadershipThatNoBorrowerAsksFor() {
        lead(1, Duration.ofHours(1));

        pass(LoanRules.MAX_IDLE);

        assertThat(rules.spent(now, false)).isEmpty();
    }

    @Test
    void aBorrowerThatWaitsKeepsTheLeadershipHere() {
        lead(1, Duration.ofHours(1));
        pass(LoanRules.MIN_IDLE.minusNanos(1));
        rules.asked(now);
        pass(LoanRules.MIN_IDLE.minusNanos(1));

        assertThat(rules.spent(now, true)).isEmpty();
    }

    @Test
    void whatCannotBeLentYetIsNotMissedYet() {
        lead(7, Duration.ofHours(1));
        pass(LoanRules.SETTLING);

        assertThat(acquire(TOKEN)).isEqualTo(LoanState.YOURS);
        pass(LoanRules.MIN_IDLE);
        assertThat(rules.spent(now, true)).as("lent, and silent since").contains(Epoch.of(7));
    }

    @Test
    void leadershipGoesRoundMoreAndMoreSlowlyWhereNoNodeHasABorrower() {
        Duration patience = LoanRules.MIN_IDLE;
        for (long epoch = 1; epoch < 20; epoch++) {
            lead(epoch, Duration.ofHours(1));
            pass(patience.minusNanos(1));
            assertThat(rules.spent(now, true)).isEmpty();
            pass(Duration.ofNanos(1));
            assertThat(rules.spent(now, true)).isPresent();
            rules.recall();
            rules.end(now);
            patience = patience.multipliedBy(2).compareTo(LoanRules.MAX_IDLE) < 0
                    ? patience.multipliedBy(2)
                    : LoanRules.MAX_IDLE;
        }

        rules.asked(now);
        lead(20, Duration.ofHours(1));
        pass(LoanRules.MIN_IDLE);

        assertThat(rules.spent(now, true)).as("a borrower was here meanwhile").isPresent();
    }
}
