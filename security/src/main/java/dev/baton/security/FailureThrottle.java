// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How often an address may present wrong credentials: some times at once, and then once in a while. More than that is not
 * looked at, right or wrong, or the time of the answer would tell; so more connections do not make more guesses. Any
 * thread. Remembers a bounded number of addresses: those that failed last.
 */
public final class FailureThrottle {
    private final Limits limits;
    private final Ticker ticker;
    /** When all failures of an address will be forgotten; the one that failed last is last. */
    private final Map<String, Long> forgottenAt = new LinkedHashMap<>();

    /**
     * How much is allowed.
     *
     * @param failures at once
     * @param each after which one failure is forgotten
     * @param maxWait how long an attempt may wait for its turn; one that would have to wait longer is refused
     * @param maxAddresses that are remembered
     */
    public record Limits(int failures, Duration each, Duration maxWait, int maxAddresses) {}

    public FailureThrottle(Limits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
    }

    /**
     * When what an address presents may be looked at: now, after a wait, or, if empty, not at all. Whether it was right
     * is told by {@link #failed} or {@link #succeeded}, with the same wait.
     */
    public synchronized Optional<Duration> attempt(String address) {
        long now = ticker.nanos();
        Long forgotten = forgottenAt.get(address);
        if (forgotten == null) {
            return Optional.of(Duration.ZERO);
        }
        long allowedFrom =
                forgotten - limits.each().multipliedBy(limits.failures() - 1).toNanos();
        if (!MonotonicTime.isBefore(now, allowedFrom)) {
            return Optional.of(Duration.ZERO);
        }
        Duration wait = Duration.ofNanos(allowedFrom - now);
        if (wait.compareTo(limits.maxWait()) > 0) {
            return Optional.empty();
        }
        // An attempt that waits has its turn counted from now on, so that the next one waits longer.
        forgottenAt.put(address, MonotonicTime.plus(forgotten, limits.each()));
        return Optional.of(wait);
    }

    /** What was presented after this wait was wrong. */
    public synchronized void failed(String address, Duration waited) {
        if (waited.isZero()) {
            long now = ticker.nanos();
            Long forgotten = forgottenAt.remove(address);
            long from = forgotten != null && MonotonicTime.isBefore(now, forgotten) ? forgotten : now;
            forgottenAt.put(address, MonotonicTime.plus(from, limits.each()));
            if (forgottenAt.size() > limits.maxAddresses()) {
                forgottenAt.remove(forgottenAt.keySet().iterator().next());
            }
        }
    }

    /** What was presented after this wait was right: the turn that it took is free again. */
    public synchronized void succeeded(String address, Duration waited) {
        if (!waited.isZero()) {
            forgottenAt.computeIfPresent(
                    address, (same, forgotten) -> forgotten - limits.each().toNanos());
        }
    }
}
