// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.util.Map;
import java.util.Set;

/** Everything that is known about a worker before it starts. */
record WorkerPlan(
        NodeId id,
        String zone,
        int weight,
        Set<TaskListName> taskLists,
        Map<String, String> metadata,
        PartitionHandler handler,
        WorkerPolicy policy,
        PollSettings polls) {
    WorkerRegistration registration(Session session, Incarnation incarnation) {
        return new WorkerRegistration(session, incarnation, zone, weight, taskLists, metadata, false);
    }

    WorkerPlan withWeight(int changed) {
        return new WorkerPlan(id, zone, changed, taskLists, metadata, handler, policy, polls);
    }
}
