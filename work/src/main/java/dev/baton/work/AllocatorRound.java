// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.allocation.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of one round of allocation.
 *
 * @param writes what to store, by task list: a list that cannot be written does not stop the others
 * @param unproven sessions that are neither seen to live nor proven to have ended: the coordinator has to win their
 *     elections
 * @param forgotten sessions that have ended and own nothing
 * @param retired rows of partitions that are no longer wanted and have no owner: to be deleted
 * @param emptied task lists that are retired and have no rows: to be deleted
 * @param plan where the partitions should be
 * @param report the state once all of it is stored
 */
public record AllocatorRound(
        Map<TaskListName, List<AssignmentWrite>> writes,
        Set<Session> unproven,
        List<Session> forgotten,
        List<Assignment> retired,
        List<TaskListName> emptied,
        Plan plan,
        WorkReport report) {
    /**
     * Whether this round changes a row from the same state as the previous round did. Then the rows are not as they
     * were read, for example after a late purge, and have to be read again.
     */
    public boolean repeats(Map<TaskListName, List<AssignmentWrite>> stored) {
        Map<PartitionId, Optional<Assignment>> before = new HashMap<>();
        stored.values().forEach(list -> list.forEach(it -> before.put(it.next().partition(), it.seen())));
        return writes.values().stream()
                .flatMap(List::stream)
                .anyMatch(it -> it.seen().equals(before.get(it.next().partition())));
    }
}
