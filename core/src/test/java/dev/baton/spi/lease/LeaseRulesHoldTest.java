// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.ORDERS;
import static dev.baton.Sample.leader;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.RENEW;
import static dev.baton.spi.lease.LeaseUnderTest.TERMS;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static dev.baton.spi.lease.LeaseUnderTest.releasedBy;
import static dev.baton.spi.lease.LeaseUnderTest.wholeLeaseFrom;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking, acquiring, renewing and giving back while all goes well. */
class LeaseRulesHoldTest {
    private final LeaseUnderTest lease = new LeaseUnderTest();

    @Test
    void anObserverLooksFirst() {
        lease.tick();

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
    }

    @Test
    void withoutARowNobodyHasEverLed() {
        lease.tick();
        lease.answerNothingThere();

        assertThat(lease.takeTold()).containsExactly(new Vacant(Vacancy.fresh()));
        assertThat(lease.untilWake()).isEqualTo(RENEW);
    }

    @Test
    void aLiveRowNamesTheLeader() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        assertThat(lease.takeTold()).containsExactly(new LeaderSeen(leader(BETA, 3)));
        assertThat(lease.untilWake()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void anExpiredRowIsAVacancy() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ZERO));

        assertThat(lease.takeTold())
                .containsExactly(new Vacant(
                        new Vacancy(Optional.of(leader(BETA, 3)), Vacancy.Cause.EXPIRED, Optional.empty(), LEASE)));
    }

    @Test
    void anExpiredRowTellsWhenItWasRenewedLast() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(-2)));

        assertThat(lease.takeTold())
                .containsExactly(new Vacant(new Vacancy(
                        Optional.of(leader(BETA, 3)), Vacancy.Cause.EXPIRED, Optional.empty(), LEASE.plusSeconds(2))));
    }

    @Test
    void aReleasedRowNamesTheSuccessor() {
        lease.tick();
        lease.answer(releasedBy(BETA, 3, Optional.of(ALPHA.id())));

        assertThat(lease.takeTold())
                .containsExactly(new Vacant(
                        new Vacancy(Optional.of(leader(BETA, 3)), Vacancy.Cause.RELEASED, Optional.of(ALPHA.id()))));
    }

    @Test
    void aCampaignAsksForTheLeaseAtOnce() {
        lease.campaign();

        assertThat(lease.takeSent())
                .containsExactly(
                        new Acquire(LeaseUnderTest.ENTRY, new LeaseToken(1, 2), Epoch.NONE, LEASE, Optional.empty()));
    }

    @Test
    void askingTwiceIsAskingOnce() {
        lease.campaign();

        assertThat(lease.campaign()).isEmpty();
    }

    @Test
    void aRowWithItsTokenMakesItTheHolder() {
        lease.campaign();
        lease.answer(lease.mine(4, LEASE));

        assertThat(lease.takeTold()).containsExactly(new Granted(Epoch.of(4), wholeLeaseFrom(lease.sentAt())));
    }

    @Test
    void theTermIsCountedFromBeforeTheRequestWasSent() {
        lease.campaign();
        long sent = lease.now();
        lease.pause(Duration.ofMillis(1_900));
        lease.answer(lease.mine(4, LEASE));

        assertThat(lease.takeTold()).containsExactly(new Granted(Epoch.of(4), wholeLeaseFrom(sent)));
    }

    @Test
    void aStoreThatSaysTooMuchIsBelievedForOneLease() {
        lease.campaign();
        lease.answer(lease.mine(4, Duration.ofHours(1)));

        assertThat(lease.takeTold()).containsExactly(new Granted(Epoch.of(4), wholeLeaseFrom(lease.sentAt())));
    }

    @Test
    void aShorterRemainderIsBelieved() {
        lease.campaign();
        lease.answer(lease.mine(4, Duration.ofSeconds(5)));

        assertThat(lease.takeTold())
                .containsExactly(new Granted(Epoch.of(4), TERMS.validity(lease.sentAt(), Duration.ofSeconds(5))));
    }

    @Test
    void theHolderRenewsAndIsExtended() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        LeaseToken token = holder.token();

        holder.takeSent();
        holder.wake();

        assertThat(holder.takeSent()).containsExactly(new Renew(ORDERS, token, LEASE));
        holder.answer(holder.mine(4, LEASE));
        assertThat(holder.takeTold()).containsExactly(new Extended(Epoch.of(4), wholeLeaseFrom(holder.sentAt())));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 299, 749, 750, 1_000, 2_999})
    void renewalsOfAllElectionsFallOnTheSameInstants(long offsetMillis) {
        LeaseUnderTest holder = new LeaseUnderTest();
        holder.pause(Duration.ofMillis(offsetMillis));
        holder.campaign();
        holder.answer(holder.mine(4, LEASE));

        assertThat(Math.floorMod(holder.now() + holder.untilWake().toNanos(), RENEW.toNanos()))
                .isZero();
        assertThat(holder.untilWake()).isBetween(Duration.ZERO, RENEW);
    }

    @Test
    void aHolderGivesBackWithItsTokenAndNamesTheSuccessor() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        LeaseToken token = holder.token();
        holder.takeSent();

        holder.release(4, Optional.of(BETA.id()));

        assertThat(holder.takeSent()).containsExactly(new Release(ORDERS, token, Optional.of(BETA.id())));
        holder.answer(releasedBy(ALPHA, 4, Optional.of(BETA.id())));
        assertThat(holder.takeTold())
                .containsExactly(
                        new Released(Epoch.of(4)),
                        new Vacant(new Vacancy(
                                Optional.of(leader(ALPHA, 4)), Vacancy.Cause.RELEASED, Optional.of(BETA.id()))));
    }

    @Test
    void aReleaseWaitsForTheRenewalThatIsUnderWay() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        holder.wake();
        holder.takeSent();

        assertThat(holder.release(4)).isEmpty();
        holder.answer(holder.mine(4, LEASE));

        assertThat(holder.takeSent()).containsExactly(new Release(ORDERS, holder.token(), Optional.empty()));
        assertThat(holder.takeTold()).isEmpty();
    }

    @Test
    void givingBackWhatIsNotHeldIsAnsweredAtOnce() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);

        holder.release(3);

        assertThat(holder.takeTold()).containsExactly(new Released(Epoch.of(3)));
        assertThat(lease.release(1)).contains(new LeaseEffect.Tell(new Released(Epoch.of(1))));
    }

    @Test
    void whoWasRefusedAsksAgainWithANewToken() {
        lease.campaign();
        LeaseToken first = lease.token();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        lease.wake();

        assertThat(lease.takeTold()).containsExactly(new LeaderSeen(leader(BETA, 3)));
        assertThat(lease.token()).isNotEqualTo(first);
    }

    @Test
    void aCampaignGoesOnUntilItIsWithdrawn() {
        lease.campaign();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.takeSent();
        lease.withdraw();

        lease.wake();

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.5, 0.999999})
    void standbysLookAgainSpreadOverAFifthOfTheRenewal(double share) {
        lease.jitter(share);
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        Duration spread = lease.untilWake().minus(Duration.ofSeconds(7));
        assertThat(spread).isEqualTo(Duration.ofNanos((long) (RENEW.toNanos() * 0.2 * share)));
        assertThat(spread).isBetween(Duration.ZERO, RENEW.dividedBy(5));
    }

    @Test
    void nobodyWaitsLongerThanALeaseForAClockThatWasSetBack() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofHours(1)));

        assertThat(lease.untilWake()).isEqualTo(LEASE);
    }

    @Test
    void aNudgeMakesAnObserverLookAtOnce() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.takeSent();

        lease.nudge();

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
    }

    @Test
    void aNudgeDuringALookMakesAnObserverLookAgainAfterIt() {
        lease.tick();
        lease.nudge();
        lease.takeSent();

        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        assertThat(lease.untilWake()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aNudgeDuringALookThatFailsWaitsForTheNextTry() {
        lease.tick();
        lease.nudge();
        lease.fail();
        assertThat(lease.untilWake()).isEqualTo(RENEW.dividedBy(2));

        lease.wake();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        assertThat(lease.untilWake()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aNudgeDuringAnAttemptThatIsRefusedLeadsToALookAndNotToAnotherAttempt() {
        lease.campaign();
        lease.nudge();
        lease.takeSent();

        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
    }

    @Test
    void aNudgeDuringAnAttemptThatWinsDoesNotMakeAHolderRenew() {
        lease.campaign();
        lease.nudge();
        lease.takeSent();

        lease.answer(lease.mine(4, LEASE));
        assertThat(lease.takeSent()).isEmpty();

        lease.release(4);
        lease.answer(releasedBy(ALPHA, 4, Optional.empty()));
        assertThat(lease.isUnderWay()).as("an old nudge is forgotten").isFalse();
    }

    @Test
    void aCampaignThatBeganDuringALookAsksRightAfterIt() {
        lease.jitter(0.5);
        lease.tick();
        lease.campaign();
        lease.takeSent();

        lease.answer(releasedBy(BETA, 3, Optional.empty()));

        assertThat(lease.takeSent()).singleElement().isInstanceOf(Acquire.class);
    }

    @Test
    void aCampaignThatBeganDuringALookAtNothingAsksRightAfterIt() {
        lease.tick();
        lease.campaign();
        lease.takeSent();

        lease.answerNothingThere();

        assertThat(lease.takeSent()).singleElement().isInstanceOf(Acquire.class);
    }

    @Test
    void aCampaignThatBeganDuringALookAtAHolderThatIsGoneAsksRightAfterIt() {
        lease.jitter(0.5);
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.nudge();
        lease.holderGone(BETA);
        lease.campaign();
        lease.takeSent();

        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        assertThat(lease.takeSent()).singleElement().isInstanceOf(Acquire.class);
    }

    @Test
    void anObserverOfAHolderThatIsGoneLooksAgainAfterARandomPause() {
        lease.jitter(0.5);
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.holderGone(BETA);
        lease.nudge();

        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        assertThat(lease.untilWake()).isEqualTo(RENEW.dividedBy(10));
    }

    @Test
    void anAttemptThatWasRefusedIsRepeatedAfterARandomPause() {
        lease.jitter(0.5);
        lease.campaign();

        lease.answer(releasedBy(BETA, 3, Optional.empty()));

        assertThat(lease.untilWake()).isEqualTo(RENEW.dividedBy(10));
    }

    @Test
    void aNudgeDoesNotMakeAHolderRenew() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);

        assertThat(holder.nudge()).isEmpty();
    }

    @Test
    void aGrantThatWasOnItsWayArrivesAlsoAfterWithdrawing() {
        lease.campaign();
        lease.withdraw();

        lease.answer(lease.mine(4, LEASE));

        assertThat(lease.takeTold()).containsExactly(new Granted(Epoch.of(4), wholeLeaseFrom(lease.sentAt())));
    }
}
