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
import static dev.baton.spi.lease.LeaseUnderTest.releasedBy;
import static dev.baton.spi.lease.LeaseUnderTest.row;
import static dev.baton.spi.lease.LeaseUnderTest.wholeLeaseFrom;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests that fail, or whose outcome nobody knows. */
class LeaseRulesUnknownTest {
    private final LeaseUnderTest lease = new LeaseUnderTest();

    @Test
    void noAnswerInTimeIsTrouble() {
        lease.tick();
        assertThat(lease.untilWake()).isEqualTo(TIMEOUT);

        lease.advance(TIMEOUT);

        assertThat(lease.takeTold())
                .containsExactly(new Trouble(
                        new Alarm(Alarm.Kind.UNREACHABLE, "no answer from the lease store within 2000 ms")));
        assertThat(lease.untilWake()).isEqualTo(RENEW.dividedBy(2));
    }

    @Test
    void troubleIsToldOnceAndSoIsItsEnd() {
        lease.tick();
        lease.fail();
        lease.wake();
        lease.fail();
        assertThat(alarms(lease.takeTold())).containsExactly(Alarm.Kind.UNREACHABLE);

        lease.wake();
        lease.answerNothingThere();
        lease.wake();
        lease.answerNothingThere();

        assertThat(alarms(lease.takeTold())).containsExactly(Alarm.Kind.REACHABLE);
    }

    @Test
    void aStoreThatRefusesWritesIsAnAlarmOfItsOwn() {
        lease.campaign();
        lease.failReadOnly();

        assertThat(lease.takeTold())
                .containsExactly(new Trouble(new Alarm(Alarm.Kind.READ_ONLY, "read-only transaction")));
    }

    @Test
    void anAttemptWithoutAnAnswerIsRepeatedWithTheSameToken() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.takeSent();
        lease.advance(TIMEOUT);
        lease.wake();

        assertThat(lease.takeSent())
                .containsExactly(new Acquire(LeaseUnderTest.ENTRY, token, Epoch.NONE, LEASE, Optional.empty()));
    }

    @Test
    void anAttemptThatHadWonIsFoundOut() {
        lease.campaign();
        lease.advance(TIMEOUT);
        lease.wake();
        lease.takeTold();

        // The store leaves a row that has the token as it is, so less than a whole lease is left.
        lease.answer(lease.mine(4, Duration.ofSeconds(6)));

        assertThat(lease.takeTold())
                .contains(
                        new Granted(Epoch.of(4), LeaseUnderTest.TERMS.validity(lease.sentAt(), Duration.ofSeconds(6))));
    }

    @Test
    void anAttemptThatHadNotWonIsFoundOut() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.advance(TIMEOUT);
        lease.wake();
        lease.takeTold();

        lease.answer(foreign(BETA, 4, LEASE));

        assertThat(lease.takeTold()).contains(new LeaderSeen(leader(BETA, 4))).noneMatch(Granted.class::isInstance);
        lease.wake();
        assertThat(lease.token()).isNotEqualTo(token);
    }

    @Test
    void anAttemptThatWonAndLapsedBeforeItWasFoundOutIsNotUsed() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.advance(TIMEOUT);
        lease.wake();
        lease.takeTold();

        lease.answer(lease.mine(4, Duration.ZERO));

        assertThat(lease.takeTold()).anyMatch(Vacant.class::isInstance).noneMatch(Granted.class::isInstance);
        lease.tick();
        assertThat(lease.token()).isNotEqualTo(token);
    }

    @Test
    void anAttemptThatIsNotWantedAnyMoreIsGivenBackInCaseItWon() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.advance(TIMEOUT);
        lease.withdraw();
        lease.takeSent();
        lease.takeTold();
        lease.wake();

        assertThat(lease.takeSent()).containsExactly(new Release(ORDERS, token, Optional.empty()));
        lease.answer(releasedBy(ALPHA, 4, Optional.empty()));
        assertThat(lease.takeTold()).noneMatch(Released.class::isInstance).noneMatch(Granted.class::isInstance);
    }

    @Test
    void aCampaignThatBeginsAgainMeanwhileHasANewToken() {
        lease.campaign();
        LeaseToken token = lease.token();
        lease.advance(TIMEOUT);
        lease.withdraw();
        lease.wake();
        lease.campaign();

        lease.answer(releasedBy(ALPHA, 4, Optional.empty()));
        lease.tick();

        assertThat(lease.token()).isNotEqualTo(token);
    }

    @Test
    void anAnswerAfterItsTimeoutIsNotUsed() {
        lease.campaign();
        int late = lease.call();
        LeaseRow won = lease.mine(4, LEASE);
        lease.advance(TIMEOUT);
        lease.takeTold();

        lease.reply(late, new LeaseReply.Answered(Optional.of(won)));

        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void anAnswerThatComesTwiceIsUsedOnce() {
        lease.tick();
        int answered = lease.call();
        lease.answer(foreign(BETA, 3, LEASE));
        lease.takeTold();

        lease.reply(answered, new LeaseReply.Answered(Optional.of(foreign(BETA, 3, LEASE))));

        assertThat(lease.takeTold()).isEmpty();
    }

    @Test
    void aHolderRepeatsARenewalSoonAndKeepsItsLeaseMeanwhile() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        holder.wake();
        holder.fail();
        holder.takeSent();

        assertThat(alarms(holder.takeTold())).containsExactly(Alarm.Kind.UNREACHABLE);
        assertThat(holder.untilWake()).isEqualTo(RENEW.dividedBy(8));
        holder.wake();
        assertThat(holder.takeSent()).containsExactly(new Renew(ORDERS, holder.token(), LEASE));
        holder.answer(holder.mine(4, LEASE));
        assertThat(holder.takeTold()).contains(new Extended(Epoch.of(4), wholeLeaseFrom(holder.sentAt())));
    }

    @Test
    void pausesBetweenTriesAreSpread() {
        lease.jitter(0.999999);
        lease.tick();
        lease.fail();

        Duration pause = RENEW.dividedBy(2);
        assertThat(lease.untilWake()).isBetween(pause, pause.plus(pause.dividedBy(5)));
    }

    @Test
    void aReleaseIsTriedThreeTimesAndThenLeftToLapse() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        LeaseToken token = holder.token();
        holder.takeSent();
        holder.release(4);
        holder.fail();
        holder.wake();
        holder.advance(TIMEOUT);
        holder.wake();
        assertThat(holder.takeTold()).noneMatch(Released.class::isInstance);

        holder.fail();

        Release release = new Release(ORDERS, token, Optional.empty());
        assertThat(holder.takeSent()).containsExactly(release, release, release);
        assertThat(holder.takeTold()).containsExactly(new Released(Epoch.of(4)));
        holder.wake();
        assertThat(holder.takeSent()).containsExactly(new Read(ORDERS));
    }

    @Test
    void aLeaseWhoseReleaseGotLostIsGivenBackWhenItTurnsUp() {
        LeaseUnderTest holder = LeaseUnderTest.holding(4);
        LeaseToken token = holder.token();
        holder.release(4);
        for (int i = 0; i < LeaseAnswers.MAX_RELEASE_TRIES; i++) {
            holder.fail();
            holder.wake();
        }
        holder.takeSent();

        holder.answer(row(ALPHA, 4, token, Duration.ofSeconds(5)));

        assertThat(holder.takeSent()).containsExactly(new Release(ORDERS, token, Optional.empty()));
    }
}
