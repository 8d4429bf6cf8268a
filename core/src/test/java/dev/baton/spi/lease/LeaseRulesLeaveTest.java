// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.ORDERS;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.TIMEOUT;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static dev.baton.spi.lease.LeaseUnderTest.releasedBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.lease.LeaseRequest.Release;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseRulesLeaveTest {
    private final LeaseUnderTest lease = new LeaseUnderTest();

    @Test
    void anObserverIsDoneWhenItLeaves() {
        lease.tick();
        lease.answer(foreign(BETA, 3, LEASE));

        assertThat(lease.leave()).isEmpty();
        assertThat(lease.rules().isDone()).isTrue();
    }

    @Test
    void anAnswerUnderWayIsWaitedForAndNotTold() {
        lease.tick();
        lease.leave();
        assertThat(lease.rules().isDone()).isFalse();

        lease.answer(foreign(BETA, 3, LEASE));

        assertThat(lease.rules().isDone()).isTrue();
        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void anAttemptInFlightThatWinsIsGivenBack() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.leave();
        lease.takeSent();

        lease.answer(lease.mine(4, LEASE));

        assertThat(lease.takeSent()).containsExactly(new Release(ORDERS, token, Optional.empty()));
        assertThat(lease.rules().isDone()).isFalse();
        lease.answer(releasedBy(ALPHA, 4, Optional.empty()));
        assertThat(lease.rules().isDone()).isTrue();
        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void anAttemptWithoutAnAnswerIsGivenBackInCaseItWon() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.advance(TIMEOUT);
        lease.takeSent();

        lease.leave();

        assertThat(lease.takeSent()).containsExactly(new Release(ORDERS, token, Optional.empty()));
    }

    @Test
    void leavingIsBoundedWhenTheStoreIsSilent() {
        lease.campaign();
        lease.leave();
        lease.takeSent();

        int woken = 0;
        while (!lease.rules().isDone()) {
            lease.wake();
            woken++;
            assertThat(woken).isLessThan(10);
        }

        assertThat(lease.takeSent()).hasSize(LeaseAnswers.MAX_RELEASE_TRIES);
    }

    @Test
    void aReleaseUnderWayIsFinished() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        holder.release(4);
        holder.leave();
        assertThat(holder.rules().isDone()).isFalse();

        holder.answer(releasedBy(ALPHA, 4, Optional.empty()));

        assertThat(holder.rules().isDone()).isTrue();
    }

    @Test
    void whatIsStillHeldLapses() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        holder.takeSent();

        assertThat(holder.leave()).isEmpty();
        assertThat(holder.rules().isDone()).isTrue();
    }

    @Test
    void whatIsHeldLapsesAlsoWithARenewalUnderWay() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        holder.wake();
        holder.leave();
        holder.takeSent();

        holder.answer(holder.mine(4, LEASE));

        assertThat(holder.takeSent()).isEmpty();
        assertThat(holder.rules().isDone()).isTrue();
    }

    @Test
    void anAttemptAgainstAMissingRowIsOverWithIt() {
        lease.campaign();
        lease.leave();

        lease.answerNothingThere();

        assertThat(lease.rules().isDone()).isTrue();
    }
}
