// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DriverThreadTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(30);

    private final DriverThread thread = new DriverThread();
    private final CountDownLatch stuck = new CountDownLatch(1);

    @AfterEach
    void end() {
        stuck.countDown();
        thread.close(() -> {});
    }

    private String hang() {
        try {
            stuck.await();
            return "late";
        } catch (InterruptedException interrupted) {
            return "interrupted";
        }
    }

    @Test
    void anAnswerInTimeIsReturned() {
        assertThat(thread.call(() -> "yes", LONG)).contains("yes");
    }

    @Test
    void aCallThatHangsIsNotWaitedFor() {
        assertThat(thread.call(this::hang, SHORT)).isEmpty();
    }

    @Test
    void nothingIsStartedWhileACallHangs() {
        AtomicBoolean started = new AtomicBoolean();
        thread.call(this::hang, SHORT);

        assertThat(thread.call(() -> started.getAndSet(true), SHORT)).isEmpty();

        stuck.countDown();
        assertThat(thread.call(() -> "again", LONG)).contains("again");
        assertThat(started).isFalse();
    }

    @Test
    void aThreadThatCouldNotBeStartedIsTriedAgain() {
        AtomicBoolean fails = new AtomicBoolean(true);
        DriverThread failing = new DriverThread(task -> {
            if (fails.getAndSet(false)) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(task);
        });

        assertThatThrownBy(() -> failing.call(() -> "no", LONG)).isInstanceOf(OutOfMemoryError.class);

        assertThat(failing.call(() -> "yes", LONG)).contains("yes");
        failing.close(() -> {});
    }

    @Test
    void interruptingTheCallerDoesNotReachTheDriver() {
        AtomicBoolean reached = new AtomicBoolean();
        Thread.currentThread().interrupt();

        thread.call(() -> reached.getAndSet(Thread.currentThread().isInterrupted()), LONG);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(reached).isFalse();
    }

    @Test
    void closingDoesNotWaitForACallThatHangs() {
        AtomicBoolean closed = new AtomicBoolean();
        thread.call(this::hang, SHORT);

        thread.close(() -> closed.set(true));
        thread.close(() -> closed.set(true));

        assertThat(closed).isFalse();
        stuck.countDown();
        Eventually.eventually("closed after the call", LONG, closed::get, () -> "open");
    }
}
