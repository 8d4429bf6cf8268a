// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many wrong credentials an address can try. */
class FailureThrottleTest {
    private static final Duration EACH = Duration.ofSeconds(2);
    private static final Duration TURN = Duration.ofMillis(200);

    /** Readings of the clock may wrap. */
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);

    private final FailureThrottle refusing =
            new FailureThrottle(new FailureThrottle.Limits(10, EACH, Duration.ZERO, 100), clock::get);
    private final FailureThrottle queueing =
            new FailureThrottle(new FailureThrottle.Limits(1, TURN, Duration.ofSeconds(5), 100), clock::get);

    private void fail(String address, int times) {
        for (int i = 0; i < times; i++) {
            refusing.failed(address, Duration.ZERO);
        }
    }

    private boolean isRefused(String address) {
        return refusing.attempt(address).isEmpty();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void someFailuresAreFreeAndThenTheAddressAndNoOtherIsRefused() {
        fail("a", 9);
        assertThat(isRefused("a")).isFalse();

        fail("a", 1);

        assertThat(isRefused("a")).isTrue();
        assertThat(isRefused("b")).isFalse();
    }

    @Test
    void oneAttemptIsLookedAtNowAndThenSoThatTheRightOwnerGetsThrough() {
        fail("a", 10);
        pass(EACH.minusNanos(1));
        assertThat(isRefused("a")).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(isRefused("a")).isFalse();

        fail("a", 1);

        assertThat(isRefused("a")).isTrue();
    }

    @Test
    void allFailuresAreForgottenAfterAWhile() {
        fail("a", 10);
        pass(EACH.multipliedBy(10));

        fail("a", 9);

        assertThat(isRefused("a")).isFalse();
    }

    @Test
    void theAddressesThatFailedLastAreRemembered() {
        fail("a", 10);
        for (int i = 0; i < 99; i++) {
            fail("stranger-" + i, 1);
        }
        assertThat(isRefused("a")).isTrue();

        fail("one-more", 1);

        assertThat(isRefused("a")).isFalse();
    }

    private int triesWithin(Duration span, int connections) {
        int tries = 0;
        queueing.failed("a", Duration.ZERO);
        for (int i = 0; i < connections; i++) {
            Optional<Duration> wait = queueing.attempt("a");
            if (wait.isPresent() && wait.get().compareTo(span) <= 0) {
                tries++;
                queueing.failed("a", wait.get());
            }
        }
        return tries;
    }

    @Test
    void moreConnectionsDoNotMakeMoreGuesses() {
        assertThat(triesWithin(Duration.ofSeconds(2), 500)).isEqualTo(10);
    }

    @Test
    void anAttemptThatWouldWaitTooLongIsRefused() {
        triesWithin(Duration.ofSeconds(2), 500);

        assertThat(queueing.attempt("a")).isEmpty();
        assertThat(queueing.attempt("b")).contains(Duration.ZERO);
    }

    /** As nodes do that share an address with one that guesses. */
    @Test
    void attemptsThatAreRightDoNotMakeEachOtherWait() {
        queueing.failed("a", Duration.ZERO);
        Duration waited = Duration.ZERO;
        for (int i = 0; i < 100; i++) {
            Duration wait = queueing.attempt("a").orElseThrow();
            pass(wait);
            waited = waited.plus(wait);
            queueing.succeeded("a", wait);
        }

        assertThat(waited).isEqualTo(TURN);
    }
}
