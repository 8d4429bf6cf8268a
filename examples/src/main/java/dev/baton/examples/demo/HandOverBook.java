// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.core.Epoch;
import dev.baton.core.Instants;
import dev.baton.core.NodeId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who acted as leader from when to when, and what each change of hands took. Knows no clock: it is told instants at
 * which something certainly was so. Not safe for use by several threads.
 */
final class HandOverBook {
    private static final class Span {
        private final NodeId node;
        private final Epoch epoch;
        private final long began;
        private long lastActed;
        private @Nullable String cause;

        Span(NodeId node, Epoch epoch, long began) {
            this.node = node;
            this.epoch = epoch;
            this.began = began;
            this.lastActed = began;
        }
    }

    private @Nullable Span last;
    private Duration overlap = Duration.ZERO;

    /**
     * A leadership begins to act.
     *
     * @param certainElsewhere the longest time for which any other leadership was still certain after {@code at}
     * @return what it took over, unless it is the first
     */
    Optional<HandOver> began(NodeId node, Epoch epoch, long at, Duration certainElsewhere) {
        Span before = last;
        last = new Span(node, epoch, at);
        if (before == null) {
            return Optional.empty();
        }
        long gap = at - before.lastActed;
        Duration both = longer(certainElsewhere, Duration.ofNanos(Math.max(0, -gap)));
        overlap = longer(overlap, both);
        return Optional.of(new HandOver(
                before.cause == null ? "unknown" : before.cause,
                before.node,
                node,
                before.epoch,
                epoch,
                Duration.ofNanos(Math.max(0, gap)),
                both));
    }

    /** A leadership certainly was allowed to act at this instant. */
    void acted(Epoch epoch, long at) {
        Span current = last;
        if (current == null) {
            return;
        }
        if (current.epoch.equals(epoch)) {
            current.lastActed = Instants.later(current.lastActed, at);
        } else if (current.epoch.isAfter(epoch) && Instants.isBefore(current.began, at)) {
            overlap = longer(overlap, Duration.ofNanos(at - current.began));
        }
    }

    /** Why a leadership ends; only the first reason counts. */
    void ends(Epoch epoch, String cause) {
        Span current = last;
        if (current != null && current.epoch.equals(epoch) && current.cause == null) {
            current.cause = cause;
        }
    }

    /** The longest overlap seen; zero if every promise was kept. */
    Duration overlap() {
        return overlap;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
