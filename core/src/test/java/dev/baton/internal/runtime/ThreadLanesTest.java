// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.FaultHandler;
import dev.baton.spi.Lane;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadLanesTest {
    private static final Duration SOON = Duration.ofMillis(20);

    private final BlockingQueue<String> faults = new LinkedBlockingQueue<>();
    private final FaultHandler recording = (what, cause) -> faults.add(what + ": " + cause.getMessage());
    private final ThreadLanes lanes = new ThreadLanes("lanes-test", 4, recording);
    private final Lane lane = lanes.open("lane");

    @AfterEach
    void close() {
        lanes.close();
    }

    private void passThrough(Lane through) throws InterruptedException {
        CountDownLatch passed = new CountDownLatch(1);
        through.execute(passed::countDown);
        assertThat(passed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasksOfALaneRunInOrderAndOneAtATime() throws Exception {
        List<Integer> ran = new ArrayList<>();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        for (int i = 0; i < 2_000; i++) {
            int number = i;
            lane.execute(() -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                ran.add(number);
                inside.decrementAndGet();
            });
        }
        passThrough(lane);

        assertThat(ran).isEqualTo(IntStream.range(0, 2_000).boxed().toList());
        assertThat(most).hasValue(1);
    }

    @Test
    void aLaneThatIsHeldUpDoesNotHoldUpAnother() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        lane.execute(() -> await(release));

        passThrough(lanes.open("other"));

        release.countDown();
        passThrough(lane);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anAlarmClockDoesNotRingBeforeItsInstant() throws Exception {
        CompletableFuture<Long> rang = new CompletableFuture<>();
        long instant = MonotonicTime.plus(lanes.ticker().nanos(), SOON);

        lane.wakeAt(instant, () -> rang.complete(lanes.ticker().nanos()));

        assertThat(rang.get(30, TimeUnit.SECONDS) - instant).isNotNegative();
    }

    @Test
    void settingTheAlarmClockAgainReplacesIt() throws Exception {
        CountDownLatch last = new CountDownLatch(1);

        List<String> rang =
                setAndThen(() -> lane.wakeAt(MonotonicTime.plus(lanes.ticker().nanos(), SOON), last::countDown));

        assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
        letItBecomeDue();
        assertThat(rang).isEmpty();
    }

    @Test
    void anAlarmClockThatWasUnsetDoesNotRing() throws Exception {
        List<String> rang = setAndThen(lane::cancelWake);

        letItBecomeDue();
        assertThat(rang).isEmpty();
    }

    /**
     * Sets the alarm clock and does something before it is due: again, if the machine was too busy for that.
     *
     * @return what is said when it rings
     */
    private List<String> setAndThen(Runnable change) {
        for (int tried = 0; tried < 100; tried++) {
            List<String> rang = new CopyOnWriteArrayList<>();
            long due = MonotonicTime.plus(lanes.ticker().nanos(), SOON);
            lane.wakeAt(due, () -> rang.add("rang"));
            change.run();
            if (MonotonicTime.isBefore(lanes.ticker().nanos(), due)) {
                return rang;
            }
        }
        throw new AssertionError("never done within " + SOON);
    }

    private void letItBecomeDue() throws InterruptedException {
        CountDownLatch later = new CountDownLatch(1);
        lanes.open("other").wakeAt(MonotonicTime.plus(lanes.ticker().nanos(), SOON.multipliedBy(2)), later::countDown);
        assertThat(later.await(30, TimeUnit.SECONDS)).isTrue();
        passThrough(lane);
    }

    @Test
    void anInstantInThePastRingsAtOnce() throws Exception {
        CountDownLatch rang = new CountDownLatch(1);

        lane.wakeAt(lanes.ticker().nanos() - 1, rang::countDown);

        assertThat(rang.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anErrorGoesToTheFaultHandlerAndTheLaneGoesOn() throws Exception {
        lane.execute(() -> {
            throw new IllegalStateException("broken");
        });
        passThrough(lane);

        assertThat(faults).containsExactly("unexpected error in lane: broken");
    }

    @Test
    void aFaultHandlerThatThrowsDoesNotStopTheLane() throws Exception {
        try (ThreadLanes fragile = new ThreadLanes("fragile-test", 1, (what, cause) -> {
            throw new IllegalStateException("handler broken");
        })) {
            Lane broken = fragile.open("broken");
            broken.execute(() -> {
                throw new IllegalStateException("broken");
            });

            passThrough(broken);
        }
    }

    @Test
    void closedLanesDropWhatComesLater() {
        lanes.close();

        assertThatCode(() -> {
                    lane.execute(() -> faults.add("ran"));
                    lane.wakeAt(lanes.ticker().nanos(), () -> faults.add("rang"));
                    lane.cancelWake();
                })
                .doesNotThrowAnyException();
        assertThat(faults).isEmpty();
    }
}
