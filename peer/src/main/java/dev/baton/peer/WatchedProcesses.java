// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.HolderWatch;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The processes whose end would be news. One that has been out of the cluster for a lease is forgotten: what it was
 * promised has run out, and a proof of its end would change nothing. Confined to the elector's lane.
 */
public final class WatchedProcesses {
    private final Presence presence;
    private final Duration lease;

    /** When each of them was last in the cluster. */
    private final Map<Node, Long> lastSeen = new HashMap<>();

    /**
     * Starts the presence.
     *
     * @param gone told from any thread of a process that has ended
     * @param answers told from any thread of one that was said to have ended and lives
     */
    public WatchedProcesses(Presence presence, Duration lease, Consumer<Node> gone, Consumer<Node> answers) {
        this.presence = presence;
        this.lease = lease;
        presence.start(new HolderWatch.Listener() {
            @Override
            public void gone(Node process) {
                gone.accept(process);
            }

            @Override
            public void answers(Node process) {
                answers.accept(process);
            }

            @Override
            public void changed(ElectionName election) {
                // Voters say so themselves.
            }
        });
    }

    public void watch(Node process, String address, long now) {
        lastSeen.put(process, now);
        presence.watch(process, address);
    }

    /** Looked at again and again, with those who are in the cluster. */
    public void look(Collection<Node> here, long now) {
        lastSeen.replaceAll((process, seen) -> here.contains(process) ? (Long) now : seen);
        lastSeen.entrySet().removeIf(each -> {
            boolean over = !MonotonicTime.isBefore(now, MonotonicTime.plus(each.getValue(), lease));
            if (over) {
                presence.unwatch(each.getKey());
            }
            return over;
        });
    }
}
