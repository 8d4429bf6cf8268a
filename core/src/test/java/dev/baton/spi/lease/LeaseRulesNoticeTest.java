// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.ORDERS;
import static dev.baton.spi.lease.LeaseUnderTest.FOREIGN;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.RENEW;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseRequest.Read;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a standby looks at the row of a lease of which it hears, or hears nothing. */
class LeaseRulesNoticeTest {
    private final LeaseUnderTest lease = new LeaseUnderTest();

    @Test
    void anObserverThatHearsOfARenewalLooksLater() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.takeSent();

        lease.holderRenewed(FOREIGN, after(Duration.ofSeconds(9)));

        assertThat(lease.untilWake()).isEqualTo(Duration.ofSeconds(9));
        lease.holderRenewed(FOREIGN, after(LEASE.multipliedBy(5)));
        assertThat(lease.untilWake())
                .as("no store is believed more than a lease")
                .isEqualTo(LEASE);
    }

    @Test
    void aLookThatIsDueSoonGoesWithRenewalsOfOtherElections() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.takeSent();

        lease.joinRenewals();
        assertThat(lease.takeSent()).as("the next ones are early enough").isEmpty();
        lease.pause(Duration.ofSeconds(7).minus(RENEW).plusMillis(1));
        lease.joinRenewals();

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
    }

    private long after(Duration time) {
        return MonotonicTime.plus(lease.now(), time);
    }

    @Test
    void aNoticeThatIsReadLateOrAgainDoesNotPutOffTheLookBeyondTheExpiryThatItTells() {
        lease.tick();
        lease.answer(foreign(BETA, 3, LEASE));
        long expiry = after(LEASE.plusMillis(500));
        for (int second = 1; second <= 11; second++) {
            lease.advance(Duration.ofSeconds(1).minusMillis(100));

            lease.holderRenewed(FOREIGN, expiry);
            lease.holderRenewed(FOREIGN, after(Duration.ofSeconds(-1)));

            assertThat(lease.rules().wakeAt()).isEqualTo(expiry);
        }
    }

    @Test
    void noticesThatNeverEndDoNotKeepAnObserverFromLooking() {
        lease.tick();
        lease.answer(foreign(BETA, 3, LEASE));
        lease.takeSent();
        long expiry = after(LEASE);
        long last = MonotonicTime.plus(expiry, LEASE.multipliedBy(ObservedExpiry.MAX_LEASES_UNREAD));
        while (!lease.isUnderWay() && MonotonicTime.isBefore(lease.now(), MonotonicTime.plus(last, LEASE))) {
            lease.advance(Duration.ofMillis(500));
            if (!lease.isUnderWay()) {
                lease.holderRenewed(FOREIGN, after(LEASE.multipliedBy(100)));
            }
        }

        assertThat(lease.takeSent()).containsExactly(new Read(ORDERS));
        assertThat(lease.sentAt()).isEqualTo(last);
    }

    @Test
    void aFailedLookAtALeaseThatIsAboutToBeOverIsRepeatedSoon() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.pause(Duration.ofSeconds(3));
        lease.nudge();
        lease.fail();
        assertThat(lease.untilWake()).as("4 s before the expiry").isEqualTo(RENEW.dividedBy(2));
        lease.wake();
        lease.fail();
        assertThat(lease.untilWake()).as("2.5 s before the expiry").isEqualTo(RENEW.dividedBy(8));
        lease.pause(Duration.ofSeconds(5));
        lease.tick();
        lease.fail();
        assertThat(lease.untilWake()).as("2.5 s after the expiry").isEqualTo(RENEW.dividedBy(8));
        lease.pause(LEASE);
        lease.tick();
        lease.fail();
        assertThat(lease.untilWake()).as("the store does not answer anyone").isEqualTo(RENEW.dividedBy(2));
    }

    @Test
    void theRenewalOfAnotherLeaseDoesNotPutOffALook() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));

        lease.holderRenewed(new LeaseToken(77, 77), after(LEASE));

        assertThat(lease.untilWake()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aRenewalDoesNotPutOffTheLookAfterAFailure() {
        lease.tick();
        lease.answer(foreign(BETA, 3, Duration.ofSeconds(7)));
        lease.wake();
        lease.fail();

        lease.holderRenewed(FOREIGN, after(LEASE));

        assertThat(lease.untilWake()).isEqualTo(RENEW.dividedBy(8));
    }

    @Test
    void aRenewalDoesNotPutOffTheLookAtANamesake() {
        Node namesake = new Node(ALPHA.id(), BETA.incarnation());
        lease.tick();
        lease.answer(foreign(namesake, 3, Duration.ofSeconds(7)));

        lease.holderRenewed(FOREIGN, after(LEASE));

        assertThat(lease.untilWake()).isEqualTo(Duration.ofSeconds(7));
    }
}
