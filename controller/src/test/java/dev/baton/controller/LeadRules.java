// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What must hold of what one leader decides, during its term: a node is replaced only if this leader has not heard of it
 * for as long as it should wait, and has led for so long.
 */
final class LeadRules {
    private final LongSupplier now;
    private final long patience;
    private final long since;
    private final Consumer<AssertionError> broken;
    private final Map<NodeId, Long> heard = new HashMap<>();

    /** @param broken told what does not hold: what is thrown within a decision is not seen by anyone */
    LeadRules(LongSupplier now, Duration replaceLostAfter, Consumer<AssertionError> broken) {
        this.broken = broken;
        this.now = now;
        this.patience = replaceLostAfter.toNanos();
        this.since = now.getAsLong();
    }

    void called(byte[] request) {
        ControllerCall call = ControllerCall.read(request);
        if (call instanceof ControllerCall.Heartbeat heartbeat) {
            heard.put(heartbeat.node(), now.getAsLong());
        } else if (call instanceof ControllerCall.Change change && change.request() instanceof RegisterNode register) {
            heard.put(register.node().id(), now.getAsLong());
        }
    }

    void decided(DecidedEntry entry, ControllerState before) {
        for (DecidedEntry.Item item : entry.items()) {
            if (item.outcome() instanceof NodeReplaced replaced) {
                long silent = now.getAsLong() - Math.max(since, heard.getOrDefault(replaced.node(), since));
                if (silent < patience) {
                    broken.accept(new AssertionError(replaced.node() + " was replaced after " + silent + " ns"));
                }
                replaced.reassigned().forEach(each -> hasLeader(each, entry, before));
            }
        }
    }

    /** Before, or by what was decided with it. */
    private void hasLeader(PartitionReassigned each, DecidedEntry entry, ControllerState before) {
        ReplicaGroup group = before.groups.get(each.group());
        boolean isReported = entry.items().stream()
                .anyMatch(item -> item.outcome() instanceof LeaderReported reported
                        && reported.group().equals(each.group()));
        if (group != null && group.leader().isEmpty() && !isReported) {
            broken.accept(new AssertionError("a replica of " + group + " was replaced, and nobody leads it"));
        }
    }
}
