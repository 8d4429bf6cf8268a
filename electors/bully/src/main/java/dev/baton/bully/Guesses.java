// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Instants;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Gives those turns who come from an address that has shown wrong credentials, so that more connections do not make more
 * guesses: until its turn has come nothing that it presents is looked at, right or wrong, for else the time of the answer
 * would tell. Any thread may ask. Remembers a bounded number of addresses, and each for seconds.
 */
final class Guesses {
    private final Duration each;
    private final Duration longestWait;
    private final int mostAddresses;
    private final Map<InetAddress, Long> nextTurns = new HashMap<>();

    Guesses(Duration each, Duration longestWait, int mostAddresses) {
        this.each = each;
        this.longestWait = longestWait;
        this.mostAddresses = mostAddresses;
    }

    /** @return how long until what somebody presents is looked at, or nothing if too many wait there already */
    synchronized Optional<Duration> turn(InetAddress from, long now) {
        Long next = nextTurns.get(from);
        if (next == null || !Instants.isBefore(now, next)) {
            return Optional.of(Duration.ZERO);
        }
        Duration wait = Duration.ofNanos(next - now);
        if (wait.compareTo(longestWait) > 0) {
            return Optional.empty();
        }
        nextTurns.put(from, Instants.plus(next, each));
        return Optional.of(wait);
    }

    /** What was presented after a wait was right, so that the turn it took is free again. */
    synchronized void right(InetAddress from) {
        nextTurns.computeIfPresent(from, (same, next) -> next - each.toNanos());
    }

    /** What was presented was wrong. */
    synchronized void wrong(InetAddress from, long now) {
        if (nextTurns.size() >= mostAddresses) {
            nextTurns.values().removeIf(next -> !Instants.isBefore(now, next));
        }
        Long next = nextTurns.get(from);
        if (next != null ? !Instants.isBefore(now, next) : nextTurns.size() < mostAddresses) {
            nextTurns.put(from, Instants.plus(now, each));
        }
    }
}
