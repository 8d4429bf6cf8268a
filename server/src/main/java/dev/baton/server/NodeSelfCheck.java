// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.CandidateEvent;
import dev.baton.LeadershipListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Checks that this node makes progress: it regularly checks each election through the node's timer, its workers and its
 * listeners. Threads that hang make a node unhealthy; an unreachable database does not. Any thread.
 */
final class NodeSelfCheck {
    private static final int MAX_CHECKS_MISSED = 3;
    private static final Duration MIN_PATIENCE = Duration.ofSeconds(15);

    private final LongSupplier nanos;
    private final List<Beat> beats = new CopyOnWriteArrayList<>();

    /** The last check of one election. */
    private final class Beat implements LeadershipListener {
        private final long patience;
        private volatile long last = nanos.getAsLong();

        private Beat(Duration checkInterval) {
            Duration missed = checkInterval.multipliedBy(MAX_CHECKS_MISSED);
            this.patience = (missed.compareTo(MIN_PATIENCE) > 0 ? missed : MIN_PATIENCE).toNanos();
        }

        @Override
        public void on(CandidateEvent event) {
            last = nanos.getAsLong();
        }
    }

    NodeSelfCheck(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The listener for a candidate with this check interval. */
    LeadershipListener listener(Duration checkInterval) {
        Beat beat = new Beat(checkInterval);
        beats.add(beat);
        return beat;
    }

    boolean isSteady() {
        long now = nanos.getAsLong();
        return beats.stream().allMatch(beat -> now - beat.last <= beat.patience);
    }
}
