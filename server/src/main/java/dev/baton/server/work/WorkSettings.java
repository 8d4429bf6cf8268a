// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the configuration says about work on this node.
 *
 * @param backend where it is stored
 * @param coordinate whether it may coordinate
 * @param worker whether it takes partitions
 * @param takes the task lists that it takes; all if there is none
 * @param metadata what it says about itself
 * @param command what it runs for each of its partitions
 * @param maxMoves how many partitions may be on their way at a time
 * @param leaveTimeout how long a node that stops waits for others to take its partitions over
 * @param lists what the configuration defines, by name
 */
record WorkSettings(
        WorkBackend backend,
        boolean coordinate,
        boolean worker,
        List<TaskListName> takes,
        Map<String, String> metadata,
        Optional<PartitionCommand> command,
        int maxMoves,
        Duration leaveTimeout,
        Map<TaskListName, TaskList> lists) {}
