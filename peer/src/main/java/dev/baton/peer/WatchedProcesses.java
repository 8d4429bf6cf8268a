// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The processes that are worth watching. A process that has been out of the cluster for a lease is forgotten: promises
 * to it have expired, and a proof of its end would change nothing. Confined to the elector's lane.
 */
public final class WatchedProcesses {
    private final Presence presence;
    private final Duration lease;
    private final Presence.Listener told;
    /** When each process was last in the cluster. */
    private final Map<Node, Long> lastSeen = new HashMap<>();

    public WatchedProcesses(Presence presence, Duration lease, Presence.Listener told) {
        this.presence = presence;
        this.lease = lease;
        this.told = told;
    }

    public void watch(Node process, String address, long now) {
        lastSeen.put(process, now);
        presence.watch(process, address, told);
    }

    /** Updates the processes; called regularly with those that are in the cluster. */
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
