// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Sample;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitingRequestsTest {
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final long MILLIS = 1_000_000;

    private final WaitingRequests waiting = new WaitingRequests(PAUSE, 0);

    private boolean isTakenAt(long millis) {
        long now = millis * MILLIS;
        waiting.add(new LeaseRequest.Read(Sample.ORDERS), reply -> {}, () -> now);
        return !waiting.take(now).isEmpty();
    }

    /** Each takes a look when the leader is said to have resigned, an attempt, and a look when the database says so too. */
    @Test
    void aHandOverSoonAfterAnotherIsNotHeldUp() {
        assertThat(isTakenAt(0)).isTrue();
        assertThat(isTakenAt(10)).isTrue();
        assertThat(isTakenAt(100)).isTrue();

        assertThat(isTakenAt(330)).isTrue();
        assertThat(isTakenAt(340)).isTrue();
        assertThat(isTakenAt(430)).isTrue();
    }

    @Test
    void looksThatNeverEndGoOnceInAPause() {
        int calls = 0;
        for (int millis = 0; millis < 60_000; millis++) {
            calls += isTakenAt(millis) ? 1 : 0;
        }

        assertThat(calls).isLessThanOrEqualTo(WaitingRequests.MAX_AT_ONCE + 60_000 / 250);
    }

    @Test
    void afterARestAsManyGoAtOnceAgain() {
        for (int i = 0; i < WaitingRequests.MAX_AT_ONCE; i++) {
            assertThat(isTakenAt(i)).isTrue();
        }
        assertThat(isTakenAt(20)).isFalse();

        for (int i = 0; i < WaitingRequests.MAX_AT_ONCE; i++) {
            assertThat(isTakenAt(10_000 + i)).isTrue();
        }
        assertThat(isTakenAt(10_020)).isFalse();
    }

    @Test
    void theReadsOfManyElectionsGoTogether() {
        assertThat(isTakenAt(0)).isTrue();

        for (int i = 0; i <= WaitingRequests.MAX_FEW; i++) {
            waiting.add(new LeaseRequest.Read(ElectionName.of("e" + i)), reply -> {}, () -> 0);
        }

        assertThat(waiting.take(249 * MILLIS)).isEmpty();
        assertThat(waiting.take(250 * MILLIS)).hasSize(WaitingRequests.MAX_FEW + 1);
    }

    /** Like a thousand elections that are entered one after the other. */
    @Test
    void afterManyOtherCallsAReadWaitsForOnePause() {
        for (int i = 0; i < 100; i++) {
            LeaseRequest release = new LeaseRequest.Release(Sample.ORDERS, new LeaseToken(0, 1), Optional.empty());
            waiting.add(release, reply -> {}, () -> 0);
            assertThat(waiting.take(0)).hasSize(1);
        }

        assertThat(isTakenAt(249)).isFalse();
        assertThat(isTakenAt(250)).isTrue();
    }
}
