// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.NodeId;
import dev.baton.server.elector.SqlBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the configuration says about the node itself.
 *
 * @param weight how much work the node takes, compared with others
 * @param elections all elections that it stands in
 * @param stopTimeout how long duties may take to stop
 * @param database of the elections, if they use one
 * @param groupMember whether the node is a member of the Raft group of the elections
 */
public record NodePlan(
        NodeId id,
        String cluster,
        String zone,
        int weight,
        List<ElectionPlan> elections,
        Duration stopTimeout,
        Optional<SqlBackend> database,
        boolean groupMember) {}
