// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * When the leader last heard from each node, by its own monotonic clock and for its own term: a new leader starts with
 * all of them fresh. No clock of another machine plays a part. Not safe for use by several threads.
 */
final class NodeHeartbeats {
    private final Map<NodeId, Long> lastHeard = new HashMap<>();
    private final Map<NodeId, Long> heardSince = new HashMap<>();
    private final long start;

    NodeHeartbeats(long now) {
        start = now;
    }

    void heard(NodeId node, long now, Duration limit) {
        if (isSilent(node, now, limit)) {
            heardSince.put(node, now);
        } else {
            heardSince.putIfAbsent(node, now);
        }
        lastHeard.put(node, now);
    }

    boolean isSilent(NodeId node, long now, Duration limit) {
        return now - lastHeard.getOrDefault(node, start) > limit.toNanos();
    }

    /** Whether the node has been heard from for so long without a break. */
    boolean isSettled(NodeId node, long now, Duration settle) {
        Long since = heardSince.get(node);
        return since != null && now - since >= settle.toNanos();
    }
}
