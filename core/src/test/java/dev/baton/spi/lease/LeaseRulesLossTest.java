// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.ORDERS;
import static dev.baton.Sample.leader;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.RENEW;
import static dev.baton.spi.lease.LeaseUnderTest.TIMEOUT;
import static dev.baton.spi.lease.LeaseUnderTest.alarms;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static dev.baton.spi.lease.LeaseUnderTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.Sample;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Leases that are lost, abandoned, or turn up when nobody acts under them. */
class LeaseRulesLossTest {
    private final LeaseUnderTest holder = LeaseUnderTest.holding(4);
    private final LeaseToken token = holder.token();

    @Test
    void aRowOfAnotherMeansThatTheLeaseIsLost() {
        holder.wake();
        holder.answer(foreign(BETA, 5, LEASE));

        assertThat(holder.takeTold()).containsExactly(new Lost(Epoch.of(4)), new LeaderSeen(leader(BETA, 5)));
    }

    @Test
    void aLeaseThatLapsedIsLostAlsoIfNobodyTookIt() {
        holder.wake();
        holder.answer(holder.mine(4, Duration.ZERO));

        assertThat(holder.takeTold())
                .endsWith(
                        new Lost(Epoch.of(4)),
                        new Vacant(new Vacancy(
                                Optional.of(leader(ALPHA, 4)), Vacancy.Cause.EXPIRED, Optional.empty(), LEASE)));
    }

    @Test
    void aLeaseThatTheStoreEndsBeforeItsDeadlineMeansThatAClockJumped() {
        holder.wake();
        holder.answer(holder.mine(4, Duration.ZERO));

        assertThat(alarms(holder.takeTold())).containsExactly(Alarm.Kind.CLOCK_JUMP);
    }

    @Test
    void aRowThatIsMissedIsAnAlarmOnce() {
        holder.wake();
        holder.answerNothingThere();
        assertThat(alarms(holder.takeTold())).containsExactly(Alarm.Kind.EPOCH_WENT_BACK);

        holder.wake();
        holder.answerNothingThere();

        assertThat(alarms(holder.takeTold())).isEmpty();
    }

    @Test
    void aRowWithItsTokenButAnotherEpochIsNotItsLease() {
        holder.wake();
        holder.answer(row(ALPHA, 5, token, LEASE));

        assertThat(holder.takeTold()).startsWith(new Lost(Epoch.of(4))).noneMatch(Granted.class::isInstance);
    }

    @Test
    void aRowThatVanishedTookTheLeaseWithIt() {
        holder.wake();
        holder.answerNothingThere();

        assertThat(holder.takeTold()).endsWith(new Lost(Epoch.of(4)), new Vacant(Vacancy.fresh()));
    }

    @Test
    void withoutAnyAnswerTheLeaseIsLostWhenOthersMayHoldIt() {
        holder.advance(LEASE.minusNanos(1));
        assertThat(holder.takeTold()).noneMatch(Lost.class::isInstance);
        assertThat(holder.untilWake()).isEqualTo(Duration.ofNanos(1));

        holder.advance(Duration.ofNanos(1));

        assertThat(holder.takeTold()).contains(new Lost(Epoch.of(4)));
    }

    @Test
    void afterAPauseTheLossComesBeforeWhatTheStoreAnswered() {
        holder.wake();
        holder.pause(LEASE);
        holder.answer(holder.mine(4, LEASE));

        assertThat(holder.takeTold()).contains(new Lost(Epoch.of(4))).doesNotHaveAnyElementsOfTypes(Granted.class);
    }

    @Test
    void whoLostALeaseDoesNotAskAgainByItself() {
        holder.wake();
        holder.answer(foreign(BETA, 5, Duration.ZERO));
        holder.takeSent();
        holder.wake();

        assertThat(holder.takeSent()).containsExactly(new Read(ORDERS));
    }

    @Test
    void whoAskedWhileItHeldTheLeaseHasToAskAgainAfterItsLoss() {
        holder.campaign();
        holder.answer(foreign(BETA, 5, Duration.ZERO));
        holder.takeSent();
        holder.wake();
        assertThat(holder.takeSent()).containsExactly(new Read(ORDERS));
        holder.answer(foreign(BETA, 5, Duration.ZERO));

        holder.campaign();

        assertThat(holder.takeSent()).singleElement().isInstanceOf(Acquire.class);
    }

    @Test
    void aLostLeaseThatIsStillLiveIsLeftToLapse() {
        holder.advance(LEASE);
        holder.takeTold();
        holder.takeSent();

        // A renewal whose answer was lost has kept it alive.
        holder.answer(row(ALPHA, 4, token, Duration.ofSeconds(8)));

        assertThat(holder.takeTold()).isEmpty();
        assertThat(holder.takeSent()).isEmpty();
        assertThat(holder.untilWake()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void anAbandonedLeaseLapsesAndIsNeverGivenBack() {
        holder.abandon(4);
        holder.takeSent();
        holder.wake();
        assertThat(holder.takeSent()).containsExactly(new Read(ORDERS));
        holder.answer(row(ALPHA, 4, token, Duration.ofSeconds(7)));
        assertThat(holder.untilWake()).isEqualTo(Duration.ofSeconds(7));

        holder.wake();
        holder.answer(row(ALPHA, 4, token, Duration.ZERO));

        assertThat(holder.takeTold())
                .containsExactly(new Vacant(
                        new Vacancy(Optional.of(leader(ALPHA, 4)), Vacancy.Cause.EXPIRED, Optional.empty(), LEASE)));
        assertThat(holder.takeSent()).noneMatch(Release.class::isInstance);
    }

    @Test
    void abandoningWhatIsNotHeldChangesNothing() {
        holder.abandon(3);
        holder.wake();

        assertThat(holder.takeSent()).anyMatch(LeaseRequest.Renew.class::isInstance);
    }

    @Test
    void anAttemptThatArrivedAfterItWasGivenUpOnIsGivenBack() {
        LeaseUnderTest lease = new LeaseUnderTest();
        lease.campaign();
        LeaseToken first = lease.token();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(1)));
        lease.withdraw();
        lease.wake();
        lease.takeTold();
        lease.takeSent();

        lease.answer(row(ALPHA, 4, first, LEASE));

        assertThat(lease.takeSent()).containsExactly(new Release(ORDERS, first, Optional.empty()));
        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void aLeaseOfAnEarlierIncarnationIsAnothers() {
        LeaseUnderTest lease = new LeaseUnderTest();
        lease.tick();

        lease.answer(foreign(Sample.node("alpha", 0xdead), 3, LEASE));

        assertThat(lease.takeTold()).containsExactly(new LeaderSeen(leader(Sample.node("alpha", 0xdead), 3)));
    }

    @Test
    void aRowThatVanishesDuringTheLastRenewalCountsAsReleased() {
        holder.wake();
        holder.release(4);

        holder.answerNothingThere();

        assertThat(holder.takeTold()).endsWith(new Released(Epoch.of(4)), new Vacant(Vacancy.fresh()));
    }

    @Test
    void aLeaseWonAfterARowVanishedIsKept() {
        holder.wake();
        holder.release(4);
        holder.answerNothingThere();
        holder.takeTold();
        holder.campaign();

        holder.answer(holder.mine(5, LEASE));

        assertThat(holder.takeTold()).singleElement().isInstanceOf(Granted.class);
    }

    @Test
    void theNextAttemptAsksForAnEpochAboveAllThatWereSeen() {
        holder.wake();
        holder.answerNothingThere();
        holder.takeSent();

        holder.campaign();

        assertThat(holder.takeSent())
                .containsExactly(
                        new Acquire(LeaseUnderTest.ENTRY, holder.token(), Epoch.of(4), LEASE, Optional.empty()));
    }

    @Test
    void aRenewalUnderWayDoesNotDelayTheLoss() {
        holder.advance(RENEW);
        holder.advance(TIMEOUT);
        holder.advance(LEASE.minus(RENEW).minus(TIMEOUT));

        assertThat(holder.takeTold()).contains(new Lost(Epoch.of(4)));
    }
}
