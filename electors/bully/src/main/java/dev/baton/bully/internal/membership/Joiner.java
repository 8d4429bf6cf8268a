// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.bully.Address;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** How a node that is not a member becomes one: it asks, again and again, ever less often, until it is. */
final class Joiner {
    private static final int SLOWEST = 16;
    private static final int MAX_HINTS = 4;

    private final Duration first;
    private final RandomGenerator chance;
    private final Deque<Address> hints = new ArrayDeque<>();
    private List<Address> addresses = List.of();
    private boolean active;
    private int tries;
    private boolean asking;
    private long nextTry;

    Joiner(Duration first, RandomGenerator chance) {
        this.first = first;
        this.chance = chance;
    }

    boolean isActive() {
        return active;
    }

    /** Asks these, one after another, until {@link #stop}. */
    void start(List<Address> whom, long now) {
        addresses = new ArrayList<>(whom);
        active = !addresses.isEmpty();
        tries = 0;
        asking = false;
        nextTry = now;
        hints.clear();
    }

    void stop() {
        active = false;
    }

    /** Whom to ask now. */
    Optional<Address> tick(long now) {
        if (!active || asking || MonotonicTime.isBefore(now, nextTry)) {
            return Optional.empty();
        }
        asking = true;
        Address hint = hints.pollFirst();
        return Optional.of(hint != null ? hint : addresses.get(tries % addresses.size()));
    }

    /** What came of the last request. */
    void answered(JoinAnswer answer, long now) {
        asking = false;
        answer.at().filter(at -> hints.size() < MAX_HINTS).ifPresentOrElse(hint -> hints.addLast(hint), () -> {});
        if (answer.kind() == JoinAnswer.Kind.ASK && tries % SLOWEST != SLOWEST - 1) {
            tries++;
            nextTry = now;
        } else {
            failed(now);
        }
    }

    /** Nobody answered. */
    void failed(long now) {
        asking = false;
        long wait = first.toNanos() * Math.min(SLOWEST, 1L << Math.min(tries, 4));
        nextTry = now + (long) (wait * (0.5 + chance.nextDouble() / 2));
        tries++;
    }

    long wakeAt(long now) {
        return active && !asking ? nextTry : MonotonicTime.never(now);
    }
}
