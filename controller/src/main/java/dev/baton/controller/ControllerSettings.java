// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How the leader of the controller decides.
 *
 * @param nodeTimeout a node that was not heard from for so long is fenced
 * @param settleTime for so long a node has to be heard from before leads go back to it
 * @param groupsPerNode so many groups of each replication factor a node has, about
 * @param replaceLostAfter the replicas of a node that was not heard from for so long are copied to others; zero for never
 */
public record ControllerSettings(
        Duration nodeTimeout, Duration settleTime, int groupsPerNode, Duration replaceLostAfter) {
    /** A reboot, or a new version of the system, takes less. */
    public static final Duration DEFAULT_REPLACE_LOST_AFTER = Duration.ofMinutes(30);

    public static final int MAX_GROUPS_PER_NODE = 100;

    /** With one group, all appends to a leader share its entries and forces: see ADR 57. */
    public static final ControllerSettings DEFAULT =
            new ControllerSettings(Duration.ofSeconds(5), Duration.ofSeconds(10), 1);

    public ControllerSettings(Duration nodeTimeout, Duration settleTime, int groupsPerNode) {
        this(nodeTimeout, settleTime, groupsPerNode, DEFAULT_REPLACE_LOST_AFTER);
    }

    public ControllerSettings {
        Validation.of("controller")
                .positive("node_timeout", nodeTimeout)
                .notNegative("settle_time", settleTime)
                .between("groups_per_node", groupsPerNode, 1, MAX_GROUPS_PER_NODE)
                .notNegative("replace_lost_after", replaceLostAfter)
                .require(
                        replaceLostAfter.isZero() || replaceLostAfter.compareTo(nodeTimeout) >= 0,
                        "replace_lost_after must be 0s, for never, or at least %s, after which a node is fenced",
                        nodeTimeout)
                .check();
    }

    public ControllerSettings withGroupsPerNode(int changed) {
        return new ControllerSettings(nodeTimeout, settleTime, changed, replaceLostAfter);
    }

    public ControllerSettings withReplaceLostAfter(Duration changed) {
        return new ControllerSettings(nodeTimeout, settleTime, groupsPerNode, changed);
    }
}
