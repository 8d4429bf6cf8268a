// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingCallsTest {
    private final CountDownLatch hang = new CountDownLatch(1);
    private BlockingCalls calls = new BlockingCalls("calls-test", 3);

    @AfterEach
    void close() {
        hang.countDown();
        calls.close();
    }

    private void only(int mostThreads) {
        calls.close();
        calls = new BlockingCalls("calls-test", mostThreads);
    }

    /** Submits a call that comes back only when interrupted or let go; returns when it has begun. */
    private BlockingCalls.Call submitHanging() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        BlockingCalls.Call call = calls.submit(() -> {
            begun.countDown();
            try {
                hang.await();
            } catch (InterruptedException asked) {
                // The flag is set again, as a careful callee does.
                Thread.currentThread().interrupt();
            }
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        return call;
    }

    private CompletableFuture<Boolean> submitAskingForTheFlag() {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        calls.submit(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
        return interrupted;
    }

    @Test
    void callsThatHangDoNotHoldUpTheNext() throws Exception {
        submitHanging();
        submitHanging();

        assertThat(submitAskingForTheFlag().get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void beyondTheMostThreadsACallWaitsForItsTurn() throws Exception {
        only(1);
        submitHanging();

        CompletableFuture<Boolean> waiting = submitAskingForTheFlag();

        assertThat(waiting).isNotDone();
        hang.countDown();
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void anInterruptEndsTheCallAndDoesNotReachTheNextOne() throws Exception {
        only(1);
        BlockingCalls.Call hanging = submitHanging();
        CompletableFuture<Boolean> next = submitAskingForTheFlag();

        hanging.interrupt();

        assertThat(next.get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void anInterruptAfterTheCallIsOverDoesNotReachTheOneThatRunsNow() throws Exception {
        only(1);
        BlockingCalls.Call first = calls.submit(() -> {});
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        calls.submit(() -> {
            begun.countDown();
            try {
                hang.await();
                interrupted.complete(false);
            } catch (InterruptedException asked) {
                interrupted.complete(true);
            }
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        first.interrupt();
        hang.countDown();

        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aCallThatIsInterruptedBeforeItBeginsFindsItsFlagSet() throws Exception {
        only(1);
        submitHanging();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        BlockingCalls.Call waiting =
                calls.submit(() -> interrupted.complete(Thread.currentThread().isInterrupted()));

        waiting.interrupt();
        hang.countDown();

        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closedCallsDropWhatComesLater() {
        calls.close();

        assertThatCode(() -> calls.submit(() -> {
                            throw new AssertionError("ran");
                        })
                        .interrupt())
                .doesNotThrowAnyException();
    }
}
