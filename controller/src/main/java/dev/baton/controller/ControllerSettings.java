// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How the leader of the controller decides.
 *
 * @param nodeTimeout a node that was not heard of for so long is fenced
 * @param settleTime for so long a node has to be heard of before leads go back to it
 * @param groupsPerNode so many groups of each replication factor a node has, about
 */
public record ControllerSettings(Duration nodeTimeout, Duration settleTime, int groupsPerNode) {
    public static final ControllerSettings DEFAULT =
            new ControllerSettings(Duration.ofSeconds(5), Duration.ofSeconds(10), 2);

    public ControllerSettings {
        Validation.of("controller")
                .positive("node_timeout", nodeTimeout)
                .notNegative("settle_time", settleTime)
                .between("groups_per_node", groupsPerNode, 1, 100)
                .check();
    }
}
