// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.Sample.leader;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.alarms;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static dev.baton.spi.lease.LeaseUnderTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A store that remembers less than its nodes, and holders whose process is proven to be gone. */
class LeaseRulesEpochTest {
    private final LeaseUnderTest lease = new LeaseUnderTest();

    private void see(LeaseRow row) {
        lease.tick();
        if (!lease.isUnderWay()) {
            lease.wake();
        }
        lease.answer(row);
    }

    private Acquire nextAttempt() {
        lease.takeSent();
        lease.campaign();
        return (Acquire) lease.takeSent().get(0);
    }

    @Test
    void anAttemptAsksForAnEpochAboveTheHighestSeen() {
        see(foreign(BETA, 9, Duration.ZERO));

        assertThat(nextAttempt().floor()).isEqualTo(Epoch.of(9));
    }

    @Test
    void aStoreRestoredFromAnOldCopyIsAnAlarmAndAVacancy() {
        see(foreign(BETA, 9, Duration.ofSeconds(1)));
        lease.takeTold();

        see(foreign(GAMMA, 5, Duration.ZERO));

        assertThat(lease.takeTold())
                .containsExactly(
                        new Trouble(new Alarm(
                                Alarm.Kind.EPOCH_WENT_BACK,
                                "the lease store has epoch 5 of orders, but epoch 9 has been seen; "
                                        + "the next epoch will be above both")),
                        new Vacant(Vacancy.fresh()));
        assertThat(nextAttempt().floor()).isEqualTo(Epoch.of(9));
    }

    @Test
    void theAlarmIsRaisedOnce() {
        see(foreign(BETA, 9, Duration.ofSeconds(1)));
        see(foreign(GAMMA, 5, Duration.ZERO));
        lease.takeTold();

        see(foreign(GAMMA, 5, Duration.ZERO));

        assertThat(alarms(lease.takeTold())).isEmpty();
    }

    @Test
    void aHolderOfARestoredRowIsSeen() {
        see(foreign(BETA, 9, Duration.ofSeconds(1)));
        lease.takeTold();

        see(foreign(GAMMA, 5, LEASE));

        assertThat(lease.takeTold()).contains(new LeaderSeen(leader(GAMMA, 5)));
    }

    @Test
    void aHolderWhoseRowWentBackHasLostItsLease() {
        LeaseUnderTest holder = LeaseUnderTest.holding(9);
        holder.wake();

        holder.answer(foreign(BETA, 5, Duration.ZERO));

        assertThat(holder.takeTold()).contains(new Lost(Epoch.of(9)), new Vacant(Vacancy.fresh()));
    }

    @Test
    void anotherNodeThatGotALostEpochAgainIsSeen() {
        LeaseUnderTest holder = LeaseUnderTest.holding(9);
        holder.wake();
        holder.answerNothingThere();
        holder.takeTold();
        holder.wake();

        // The row was lost, and beta never saw epoch 9: the fence will tell them apart, observers have to route.
        holder.answer(foreign(BETA, 9, LEASE));

        assertThat(holder.takeTold()).containsExactly(new LeaderSeen(leader(BETA, 9)));
    }

    @Test
    void aHolderThatIsGoneLeavesAVacancyBeforeItsLeaseExpires() {
        see(foreign(BETA, 3, LEASE));
        lease.takeTold();

        lease.holderGone(BETA);

        assertThat(lease.takeTold())
                .containsExactly(
                        new Vacant(new Vacancy(Optional.of(leader(BETA, 3)), Vacancy.Cause.GONE, Optional.empty())));
        assertThat(nextAttempt().gone()).contains(LeaseUnderTest.FOREIGN);
    }

    @Test
    void theProofIsForThatTokenAndNoOther() {
        see(foreign(BETA, 3, LEASE));
        lease.holderGone(BETA);
        nextAttempt();

        // Gamma was faster.
        lease.answer(row(GAMMA, 4, new LeaseToken(77, 77), Duration.ofSeconds(2)));
        lease.takeSent();
        lease.wake();

        assertThat(((Acquire) lease.takeSent().get(0)).gone()).isEmpty();
    }

    @Test
    void aRefusedAttemptPresentsTheProofAgain() {
        lease.campaign();
        lease.answer(foreign(BETA, 3, LEASE));
        lease.nudge();
        lease.holderGone(BETA);
        lease.takeTold();
        lease.takeSent();

        // The answer to an attempt that was sent before the proof was there.
        lease.answer(foreign(BETA, 3, LEASE));
        lease.tick();

        assertThat(((Acquire) lease.takeSent().get(0)).gone()).contains(LeaseUnderTest.FOREIGN);
        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void theSameProofIsToldOnce() {
        see(foreign(BETA, 3, LEASE));
        lease.holderGone(BETA);
        lease.takeTold();

        lease.holderGone(BETA);

        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void theEndOfSomebodyElseIsNoProof() {
        see(foreign(BETA, 3, LEASE));
        lease.takeTold();

        lease.holderGone(GAMMA);

        assertThat(lease.takeTold()).isEmpty();
        assertThat(nextAttempt().gone()).isEmpty();
    }

    @Test
    void anOldProofDoesNotOutliveAWin() {
        see(foreign(BETA, 3, LEASE));
        lease.holderGone(BETA);
        nextAttempt();
        lease.answer(lease.mine(4, LEASE));
        assertThat(lease.takeTold()).anyMatch(Granted.class::isInstance);
        lease.wake();
        lease.answerNothingThere();

        assertThat(nextAttempt().gone()).isEmpty();
    }

    @Test
    void aHolderDoesNotCareWhoIsGone() {
        LeaseUnderTest holder = LeaseUnderTest.holding(9);

        assertThat(holder.holderGone(ALPHA)).isEmpty();
        assertThat(holder.holderGone(BETA)).isEmpty();
    }
}
