// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import java.time.Duration;
import java.util.Map;

/**
 * What the coordinator did in its last round.
 *
 * @param rounds how many rounds it calculated under this epoch
 * @param took how long the last one took, with what it stored
 * @param failed task lists whose assignments could not be stored, with the reason
 */
public record CoordinatorStatus(
        Epoch epoch, long rounds, Duration took, WorkReport report, Map<TaskListName, String> failed) {
    /** There was no round yet, or this node does not coordinate. */
    public static final CoordinatorStatus NONE =
            new CoordinatorStatus(Epoch.NONE, 0, Duration.ZERO, WorkReport.NONE, Map.of());

    public CoordinatorStatus {
        failed = Map.copyOf(failed);
    }
}
