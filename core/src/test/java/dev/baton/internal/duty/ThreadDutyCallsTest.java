// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.ManualTicker;
import dev.baton.NotLeaderException;
import dev.baton.Sample;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.internal.runtime.BlockingCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Duties on real threads. */
@Timeout(60)
class ThreadDutyCallsTest {
    private final BlockingCalls threads = new BlockingCalls("duty-test", 4);
    private final BlockingCalls stopThreads = new BlockingCalls("duty-test-stop", 1);
    private final ThreadDutyCalls calls = new ThreadDutyCalls(threads, stopThreads);
    private final ManualTicker ticker = new ManualTicker(0);
    private final HeldLeadership tenure = new HeldLeadership(
            Sample.ORDERS,
            Sample.ALPHA,
            Epoch.of(7),
            ticker,
            Duration.ofSeconds(9).toNanos());
    private final BlockingQueue<Throwable> crashes = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        threads.close();
        stopThreads.close();
    }

    private Optional<Throwable> start(Duty duty) throws Exception {
        CompletableFuture<Optional<Throwable>> answer = new CompletableFuture<>();
        assertThat(calls.start(duty, tenure, crashes::add, answer::complete)).isNotNull();
        return answer.get(30, TimeUnit.SECONDS);
    }

    private Optional<Throwable> stop(Duty duty) throws Exception {
        CompletableFuture<Optional<Throwable>> answer = new CompletableFuture<>();
        assertThat(calls.stop(duty, tenure, () -> {}, answer::complete)).isNotNull();
        return answer.get(30, TimeUnit.SECONDS);
    }

    private Health health(dev.baton.Health.Check check) throws Exception {
        CompletableFuture<Health> answer = new CompletableFuture<>();
        assertThat(calls.health(check, answer::complete)).isNotNull();
        return answer.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aLoopRunsUntilItIsStopped() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Duty duty = Duty.loop("billing", leadership -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                over.countDown();
            }
        });

        assertThat(start(duty)).isEmpty();
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stop(duty)).isEmpty();

        assertThat(over.getCount()).isZero();
    }

    @Test
    void aLoopThatBreaksReportsIt() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");

        start(Duty.loop("billing", leadership -> {
            throw broken;
        }));

        assertThat(crashes.poll(30, TimeUnit.SECONDS)).isSameAs(broken);
    }

    @Test
    void aLoopThatReturnsIsDone() throws Exception {
        Duty duty = Duty.loop("billing", leadership -> {});

        start(duty);

        assertThat(stop(duty)).isEmpty();
        assertThat(stop(duty)).isEmpty();
        assertThat(crashes).isEmpty();
    }

    @Test
    void aStopThatIsHurriedStillWaitsForTheLoopToEnd() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch deaf = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Duty duty = Duty.loop("billing", leadership -> {
            running.countDown();
            while (deaf.getCount() > 0) {
                try {
                    deaf.await();
                } catch (InterruptedException ignored) {
                    // A loop that does not listen.
                }
            }
            over.countDown();
        });
        start(duty);
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Long> left = new CompletableFuture<>();

        DutyCalls.Call stopping = calls.stop(duty, tenure, () -> {}, error -> left.complete(over.getCount()));
        stopping.interrupt();
        stopping.interrupt();
        assertThat(left).isNotDone();
        deaf.countDown();

        assertThat(left.get(30, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void startsThatHangDoNotHoldUpAStop() throws Exception {
        CountDownLatch hanging = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            calls.health(
                    () -> {
                        hanging.countDown();
                        new CountDownLatch(1).await();
                        return Health.OK;
                    },
                    health -> {});
        }
        assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(stop(new SlowDuty())).isEmpty();
    }

    @Test
    void aStopSaysWhenItHasGotAThread() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch secondRuns = new CountDownLatch(1);
        CompletableFuture<Optional<Throwable>> second = new CompletableFuture<>();
        calls.stop(new SlowDuty(free), tenure, firstRuns::countDown, error -> {});
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();

        calls.stop(new SlowDuty(), tenure, secondRuns::countDown, second::complete);
        assertThat(secondRuns.getCount()).isOne();
        free.countDown();

        assertThat(second.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(secondRuns.getCount()).isZero();
    }

    @Test
    void aStopThatCannotSayThatItBeganStopsAllTheSame() throws Exception {
        Runnable fails = () -> {
            throw new OutOfMemoryError("no memory to say so");
        };
        Duty loop = Duty.loop("billing", leadership -> new CountDownLatch(1).await());
        start(loop);

        for (Duty duty : List.of(new SlowDuty(), loop)) {
            CompletableFuture<Optional<Throwable>> answer = new CompletableFuture<>();
            calls.stop(duty, tenure, fails, answer::complete);
            assertThat(answer.get(30, TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void anyNumberOfLoopsStopsWithoutAThreadForEach() throws Exception {
        CountDownLatch running = new CountDownLatch(50);
        List<Duty> loops = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            loops.add(Duty.loop("loop-" + i, leadership -> {
                running.countDown();
                new CountDownLatch(1).await();
            }));
        }
        for (Duty loop : loops) {
            assertThat(start(loop)).isEmpty();
        }
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        // Its only thread hangs.
        calls.stop(new SlowDuty(new CountDownLatch(1)), tenure, () -> {}, error -> {});
        CountDownLatch stopped = new CountDownLatch(50);

        loops.forEach(loop -> calls.stop(loop, tenure, () -> {}, error -> stopped.countDown()));

        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aStartThatHasNoThreadYetIsCalledBackWithoutHavingRun() throws Exception {
        CountDownLatch hanging = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            calls.health(
                    () -> {
                        hanging.countDown();
                        new CountDownLatch(1).await();
                        return Health.OK;
                    },
                    health -> {});
        }
        assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Optional<Throwable>> answer = new CompletableFuture<>();
        DutyCalls.Call waiting = calls.start(new SlowDuty(), tenure, crashes::add, answer::complete);

        waiting.interrupt();

        assertThat(answer.get(30, TimeUnit.SECONDS).orElseThrow()).hasMessage("no thread was free");
    }

    /** A duty of a user's, whose stop may have to wait. */
    private record SlowDuty(CountDownLatch stops) implements Duty {
        SlowDuty() {
            this(new CountDownLatch(0));
        }

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public void start(dev.baton.Leadership leadership, Crash crash) {}

        @Override
        public void stop() throws InterruptedException {
            stops.await();
        }
    }

    @Test
    void aRepeatedBodyRunsWhileItMayAct() throws Exception {
        List<Epoch> ran = new ArrayList<>();
        CountDownLatch thrice = new CountDownLatch(3);
        Duty duty = Duty.every("billing", Duration.ofMillis(1), leadership -> {
            ran.add(leadership.epoch());
            thrice.countDown();
        });

        start(duty);
        assertThat(thrice.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stop(duty)).isEmpty();

        assertThat(ran).hasSizeGreaterThanOrEqualTo(3).containsOnly(Epoch.of(7));
    }

    @Test
    void aRepeatedBodyEndsByItselfWhenItMayNotAct() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        Repeated body = new Repeated(Duration.ofNanos(1), leadership -> {
            ran.countDown();
            ticker.advance(Duration.ofSeconds(9));
        });

        body.run(tenure);

        assertThat(ran.getCount()).isZero();
    }

    @Test
    void aPauseIsAboveZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Duty.every("billing", Duration.ZERO, leadership -> {}))
                .withMessage("pause PT0S must be above 0s");
    }

    @Test
    void aDutyIsNotStartedUnderALeadershipThatIsOver() throws Exception {
        tenure.end();
        CountDownLatch started = new CountDownLatch(1);

        Optional<Throwable> error = start(Duty.loop("billing", leadership -> started.countDown()));

        assertThat(error.orElseThrow()).isInstanceOf(NotLeaderException.class);
        assertThat(started.getCount()).isOne();
    }

    @Test
    void healthThatThrowsOrAnswersNothingIsBad() throws Exception {
        assertThat(health(() -> Health.OK)).isEqualTo(Health.OK);
        assertThat(health(() -> {
                    throw new IllegalStateException("broken");
                }))
                .isEqualTo(Health.bad("java.lang.IllegalStateException: broken"));
        assertThat(health(() -> null).ok()).isFalse();
    }

    @Test
    void aCallCanBeAskedToComeBack() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Health> answer = new CompletableFuture<>();
        DutyCalls.Call call = calls.health(
                () -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return Health.OK;
                },
                answer::complete);
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        call.interrupt();

        assertThat(answer.get(30, TimeUnit.SECONDS).detail()).contains("InterruptedException");
    }

    @Test
    void aCrashWithoutACauseIsRefusedWhereItIsReported() {
        ManualCalls manual = new ManualCalls();
        List<Runnable> lane = new ArrayList<>();
        DutySupervisor supervisor = new DutySupervisor(
                List.of(Duty.loop("billing", leadership -> {})),
                Duty.Policy.DEFAULT,
                manual,
                lane::add,
                ticker,
                new DeafWatcher());
        supervisor.lead(tenure);
        ManualCalls.Pending start = manual.find("start billing");

        assertThatNullPointerException().isThrownBy(() -> start.crash(null));
        assertThat(lane).isEmpty();
    }

    private static final class DeafWatcher implements DutySupervisor.Watcher {
        @Override
        public void report(Duty.Status changed) {}

        @Override
        public void giveUp(Epoch epoch, String duty, String why) {}

        @Override
        public void stuck(Epoch epoch, String duty, String why) {}

        @Override
        public void allStopped(Epoch epoch) {}

        @Override
        public void changed() {}
    }
}
