// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.Objects;

/**
 * The definition of a task list.
 *
 * @param partitions how many partitions it has; may grow and shrink
 * @param weight how much each of them counts when load is balanced
 * @param retired whether its partitions are released and not given out again
 */
public record TaskList(TaskListName name, int partitions, int weight, boolean retired) {
    public static final int MAX_PARTITIONS = 1_000_000;
    public static final int MAX_WEIGHT = 1_000_000;

    public TaskList {
        Objects.requireNonNull(name, "name");
        between(name, "partitions", partitions, 0, MAX_PARTITIONS);
        between(name, "weight", weight, 1, MAX_WEIGHT);
    }

    private static void between(TaskListName name, String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "task list " + name + " has " + what + " " + value + "; it must be from " + least + " to " + most);
        }
    }

    public static TaskList of(TaskListName name, int partitions) {
        return new TaskList(name, partitions, 1, false);
    }

    public static TaskList of(String name, int partitions) {
        return of(TaskListName.of(name), partitions);
    }

    public TaskList withPartitions(int count) {
        return new TaskList(name, count, weight, retired);
    }

    public TaskList withWeight(int each) {
        return new TaskList(name, partitions, each, retired);
    }

    public TaskList asRetired() {
        return new TaskList(name, partitions, weight, true);
    }

    /** How many partitions should have an owner: none once the list is retired. */
    public int wanted() {
        return retired ? 0 : partitions;
    }
}
