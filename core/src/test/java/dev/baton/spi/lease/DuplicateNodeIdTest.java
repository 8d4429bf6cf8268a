// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.spi.lease.LeaseUnderTest.LEASE;
import static dev.baton.spi.lease.LeaseUnderTest.RENEW;
import static dev.baton.spi.lease.LeaseUnderTest.TIMEOUT;
import static dev.baton.spi.lease.LeaseUnderTest.alarms;
import static dev.baton.spi.lease.LeaseUnderTest.foreign;
import static dev.baton.spi.lease.LeaseUnderTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Sample;
import dev.baton.spi.Alarm;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Another process that calls itself alpha. */
class DuplicateNodeIdTest {
    private static final Node OTHER_ALPHA = Sample.node(ALPHA.id().value(), 0xf);

    private final LeaseUnderTest lease = new LeaseUnderTest();

    private List<Alarm.Kind> see(LeaseRow row) {
        if (!lease.isUnderWay()) {
            lease.wake();
        }
        lease.answer(row);
        return alarms(lease.takeTold());
    }

    private List<Alarm.Kind> seeFirst(LeaseRow row) {
        lease.tick();
        return see(row);
    }

    @Test
    void aLeaseThatAnotherProcessRenewsUnderThisIdIsAnAlarm() {
        assertThat(seeFirst(foreign(OTHER_ALPHA, 5, Duration.ofSeconds(8)))).isEmpty();

        assertThat(see(foreign(OTHER_ALPHA, 5, Duration.ofSeconds(8)))).containsExactly(Alarm.Kind.DUPLICATE_NODE_ID);
    }

    @Test
    void itIsToldOnceAndWhenItIsOver() {
        seeFirst(foreign(OTHER_ALPHA, 5, LEASE));
        see(foreign(OTHER_ALPHA, 5, LEASE));

        assertThat(see(foreign(OTHER_ALPHA, 5, LEASE))).isEmpty();
        assertThat(see(foreign(BETA, 6, LEASE))).containsExactly(Alarm.Kind.NODE_ID_IS_UNIQUE);
        assertThat(see(foreign(BETA, 6, LEASE))).isEmpty();
    }

    @Test
    void aRestartAfterACrashIsNone() {
        assertThat(seeFirst(foreign(OTHER_ALPHA, 5, Duration.ofSeconds(8)))).isEmpty();
        lease.pause(RENEW);
        lease.nudge();
        assertThat(see(foreign(OTHER_ALPHA, 5, Duration.ofSeconds(5)))).isEmpty();

        assertThat(see(foreign(OTHER_ALPHA, 5, Duration.ZERO))).isEmpty();
    }

    @Test
    void aRenewalThatTheCrashedProcessHadSentIsNone() {
        seeFirst(foreign(OTHER_ALPHA, 5, Duration.ofSeconds(6)));
        lease.pause(TIMEOUT);
        lease.nudge();

        assertThat(see(foreign(OTHER_ALPHA, 5, LEASE))).isEmpty();
        assertThat(see(foreign(OTHER_ALPHA, 5, Duration.ZERO))).isEmpty();
    }

    @Test
    void aProcessThatTakesTheLeaseUnderThisIdIsAnAlarm() {
        seeFirst(foreign(BETA, 5, Duration.ofSeconds(4)));

        assertThat(see(row(OTHER_ALPHA, 6, new LeaseToken(7, 7), LEASE))).containsExactly(Alarm.Kind.DUPLICATE_NODE_ID);
    }

    @Test
    void theOwnLeaseIsNone() {
        LeaseUnderTest holder = LeaseUnderTest.holding(5);
        holder.wake();
        holder.answer(holder.mine(5, LEASE));

        assertThat(alarms(holder.takeTold())).isEmpty();
    }
}
