// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.allocation.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What follows from one look at the cluster.
 *
 * @param writes what to store, by task list: one that cannot be written does not stop the others
 * @param unproven sessions that are not seen to live and not proven to have ended: their elections are to be won
 * @param forgotten sessions that have ended and own nothing
 * @param retired rows of partitions that are no longer wanted and that nobody owns: to be deleted
 * @param emptied task lists that are retired and have no rows: to be deleted
 * @param plan where the partitions are to be
 * @param report how things stand once all of it is stored
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
     * Whether a row that the round before has stored is to be changed from the same again. Then rows are not what they
     * seem, as after a purge that was done late: they are to be read again.
     */
    public boolean repeats(Map<TaskListName, List<AssignmentWrite>> stored) {
        Map<PartitionId, Optional<Assignment>> before = new HashMap<>();
        stored.values().forEach(list -> list.forEach(it -> before.put(it.next().partition(), it.seen())));
        return writes.values().stream()
                .flatMap(List::stream)
                .anyMatch(it -> it.seen().equals(before.get(it.next().partition())));
    }
}
