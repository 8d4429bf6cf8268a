// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.ManualTicker;
import dev.baton.NotLeaderException;
import dev.baton.Sample;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeadershipTest {
    private static final Duration LEASE = Duration.ofSeconds(9);

    private final ManualTicker ticker = new ManualTicker(1_000);

    private HeldLeadership tenure() {
        return new HeldLeadership(
                Sample.ORDERS, Sample.ALPHA, Epoch.of(7), ticker, MonotonicTime.plus(ticker.nanos(), LEASE));
    }

    @Test
    void theHolderMayActUntilTheDeadline() {
        Leadership leadership = tenure();

        ticker.advance(LEASE.minusNanos(1));

        assertThat(leadership.mayAct()).isTrue();
        assertThat(leadership.remaining()).isEqualTo(Duration.ofNanos(1));
        assertThatCode(leadership::check).doesNotThrowAnyException();
    }

    @Test
    void atTheDeadlineItIsOver() {
        Leadership leadership = tenure();

        ticker.advance(LEASE);

        assertThat(leadership.mayAct()).isFalse();
        assertThat(leadership.remaining()).isZero();
    }

    @Test
    void theFirstCallAfterAPauseTellsTheTruth() {
        Leadership leadership = tenure();
        assertThat(leadership.mayAct()).isTrue();

        ticker.advance(Duration.ofHours(1));

        assertThat(leadership.mayAct()).isFalse();
    }

    @Test
    void onceSeenToBeOverItIsNeverTrueAgain() {
        HeldLeadership tenure = tenure();
        ticker.advance(LEASE);
        assertThat(tenure.mayAct()).isFalse();

        ticker.set(1_000);

        assertThat(tenure.mayAct()).isFalse();
        assertThat(tenure.extend(MonotonicTime.plus(ticker.nanos(), LEASE))).isFalse();
        assertThat(tenure.remaining()).isZero();
    }

    @Test
    void aRenewalMovesTheDeadlineOn() {
        HeldLeadership tenure = tenure();
        ticker.advance(Duration.ofSeconds(3));

        boolean extended = tenure.extend(MonotonicTime.plus(ticker.nanos(), LEASE));

        assertThat(extended).isTrue();
        assertThat(tenure.remaining()).isEqualTo(LEASE);
    }

    @Test
    void theDeadlineNeverMovesBack() {
        HeldLeadership tenure = tenure();

        boolean extended = tenure.extend(MonotonicTime.plus(ticker.nanos(), Duration.ofSeconds(1)));

        assertThat(extended).isTrue();
        assertThat(tenure.remaining()).isEqualTo(LEASE);
    }

    @Test
    void aRenewalAfterTheDeadlineIsRefused() {
        HeldLeadership tenure = tenure();
        ticker.advance(LEASE);

        boolean extended = tenure.extend(MonotonicTime.plus(ticker.nanos(), LEASE));

        assertThat(extended).isFalse();
        assertThat(tenure.mayAct()).isFalse();
    }

    @Test
    void anEndedTenureIsOverAtOnceAndForGood() {
        HeldLeadership tenure = tenure();

        tenure.end();

        assertThat(tenure.mayAct()).isFalse();
        assertThat(tenure.extend(MonotonicTime.plus(ticker.nanos(), LEASE.multipliedBy(2))))
                .isFalse();
        assertThat(tenure.mayAct()).isFalse();
    }

    @Test
    void theHolderIsToldWhichEpochIsOver() {
        HeldLeadership tenure = tenure();
        tenure.end();

        assertThatExceptionOfType(NotLeaderException.class)
                .isThrownBy(tenure::check)
                .withMessage("leadership of orders is over: alpha#000000000000000a held epoch 7");
    }

    @Test
    void aLeadershipShowsWhatItIsAbout() {
        Leadership leadership = tenure();

        assertThat(leadership.election()).isEqualTo(Sample.ORDERS);
        assertThat(leadership.node()).isEqualTo(Sample.ALPHA);
        assertThat(leadership.epoch()).isEqualTo(Epoch.of(7));
        assertThat(leadership).hasToString("orders by alpha#000000000000000a (epoch 7)");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1_000_000_000L, -1_000_000_000L, 0})
    void aClockThatWrapsAroundChangesNothing(long start) {
        ticker.set(start);
        HeldLeadership tenure = tenure();

        ticker.advance(Duration.ofSeconds(5));
        boolean atFive = tenure.mayAct();
        boolean extended = tenure.extend(MonotonicTime.plus(ticker.nanos(), LEASE));
        ticker.advance(LEASE.minusNanos(1));
        boolean justBefore = tenure.mayAct();
        ticker.advance(Duration.ofNanos(1));
        boolean atTheEnd = tenure.mayAct();

        assertThat(atFive).isTrue();
        assertThat(extended).isTrue();
        assertThat(justBefore).isTrue();
        assertThat(atTheEnd).isFalse();
    }

    /** Readers race with a lane that keeps extending, while the clock jumps over the deadline and back. */
    @Test
    @Timeout(60)
    void noThreadSeesItTrueAfterAnyThreadSawItFalse() throws Exception {
        int readers = 3;
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        try {
            for (int round = 0; round < 300; round++) {
                ticker.set(0);
                HeldLeadership tenure = new HeldLeadership(Sample.ORDERS, Sample.ALPHA, Epoch.of(1), ticker, 1_000);
                CountDownLatch reading = new CountDownLatch(readers);
                AtomicBoolean done = new AtomicBoolean();
                AtomicBoolean over = new AtomicBoolean();
                List<Future<Boolean>> resurrected = new ArrayList<>();
                for (int reader = 0; reader < readers; reader++) {
                    resurrected.add(threads.submit(() -> {
                        reading.countDown();
                        return seesItAgain(tenure, over, done);
                    }));
                }
                assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();

                for (long i = 1; i <= 2_000; i++) {
                    boolean jumps = i % 64 == 0;
                    ticker.set(jumps ? i + 5_000 : i);
                    if (!jumps) {
                        tenure.extend(i + 1_000);
                    }
                }
                done.set(true);

                for (Future<Boolean> answer : resurrected) {
                    assertThat(answer.get(30, TimeUnit.SECONDS)).isFalse();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean seesItAgain(Leadership leadership, AtomicBoolean over, AtomicBoolean done) {
        while (!done.get()) {
            // Asked before the answer is taken: what was over then has to be over now.
            boolean overBefore = over.get();
            boolean mayAct = leadership.mayAct();
            if (mayAct && overBefore) {
                return true;
            }
            if (!mayAct) {
                over.set(true);
            }
        }
        return false;
    }
}
