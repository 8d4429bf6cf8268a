// SPDX-License-Identifier: Apache-2.0
package dev.baton.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.core.FaultHandler;
import dev.baton.core.Instants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
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
    void settingTheAlarmClockAgainReplacesIt() throws Exception {
        List<String> rang = new ArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        long now = lanes.ticker().nanos();

        lane.wakeAt(Instants.plus(now, Duration.ofMillis(20)), () -> rang.add("replaced"));
        lane.wakeAt(Instants.plus(now, Duration.ofMillis(60)), () -> {
            rang.add("last");
            last.countDown();
        });

        assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(rang).containsExactly("last");
        assertThat(lanes.ticker().nanos() - now).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(60));
    }

    @Test
    void anAlarmClockThatWasUnsetDoesNotRing() throws Exception {
        List<String> rang = new ArrayList<>();
        CountDownLatch later = new CountDownLatch(1);
        long now = lanes.ticker().nanos();
        lane.wakeAt(Instants.plus(now, Duration.ofMillis(20)), () -> rang.add("unset"));

        lane.cancelWake();
        lanes.open("other").wakeAt(Instants.plus(now, Duration.ofMillis(60)), later::countDown);

        assertThat(later.await(30, TimeUnit.SECONDS)).isTrue();
        passThrough(lane);
        assertThat(rang).isEmpty();
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
