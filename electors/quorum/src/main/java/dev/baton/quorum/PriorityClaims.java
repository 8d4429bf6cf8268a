// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Node;
import dev.baton.spi.ElectorEvent.Preferred;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who is ready to take this node's leadership over and has a higher priority. A claim is the answer to a renewal; one
 * that is not repeated runs out, and so does that of a node that cannot be reached any more.
 */
final class PriorityClaims {
    private final Priority holder;
    private final Duration length;
    private final Map<Node, Claimed> claims = new HashMap<>();
    private Optional<Node> told = Optional.empty();

    private record Claimed(Priority priority, long until) {}

    PriorityClaims(Priority holder, Duration length) {
        this.holder = holder;
        this.length = length;
    }

    /** The priority under which this node leads. */
    Priority holder() {
        return holder;
    }

    void heard(Node from, Priority priority, long now) {
        if (priority.isAbove(holder)) {
            claims.put(from, new Claimed(priority, MonotonicTime.plus(now, length)));
        }
    }

    /** Who is preferred now, if that has changed. */
    Optional<Preferred> tick(Collection<Node> reachable, long now) {
        claims.keySet().retainAll(reachable);
        claims.values().removeIf(claim -> !MonotonicTime.isBefore(now, claim.until()));
        // Among equals the one that was told before stays: another would have to wait anew.
        Optional<Node> best = claims.entrySet().stream()
                .max(Comparator.comparing(
                                (Map.Entry<Node, Claimed> it) -> it.getValue().priority())
                        .thenComparing(it -> told.filter(it.getKey()::equals).isPresent())
                        .thenComparing(it -> it.getKey().id()))
                .map(Map.Entry::getKey);
        if (best.equals(told)) {
            return Optional.empty();
        }
        told = best;
        return Optional.of(new Preferred(best));
    }

    long wakeAt(long now) {
        long wake = MonotonicTime.never(now);
        for (Claimed claim : claims.values()) {
            wake = MonotonicTime.earlier(wake, claim.until());
        }
        return wake;
    }
}
