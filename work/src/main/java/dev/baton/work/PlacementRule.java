// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A wish of an operator: a partition that belongs on one worker, or a partition or whole task list that must not be on
 * one.
 *
 * @param partition the number of the partition; empty for the whole list, which only a ban can be for
 */
public record PlacementRule(Kind kind, TaskListName list, OptionalInt partition, NodeId worker) {
    /** What is wished. */
    public enum Kind {
        /** On this worker or on none. One per partition: a later one replaces it. */
        PIN,
        /** Never on this worker. */
        BAN
    }

    public PlacementRule {
        Objects.requireNonNull(list, "list");
        Objects.requireNonNull(worker, "worker");
        if (partition.isEmpty() && kind == Kind.PIN) {
            throw new IllegalArgumentException("a pin of " + list + " to " + worker + " names no partition");
        }
        partition.ifPresent(list::partition);
    }

    public static PlacementRule pin(PartitionId partition, NodeId worker) {
        return new PlacementRule(Kind.PIN, partition.list(), OptionalInt.of(partition.number()), worker);
    }

    public static PlacementRule ban(PartitionId partition, NodeId worker) {
        return new PlacementRule(Kind.BAN, partition.list(), OptionalInt.of(partition.number()), worker);
    }

    public static PlacementRule ban(TaskListName list, NodeId worker) {
        return new PlacementRule(Kind.BAN, list, OptionalInt.empty(), worker);
    }

    /** Whether this is the pin of a partition that {@code other} was the pin of. */
    public boolean replaces(PlacementRule other) {
        return kind == Kind.PIN
                && other.kind == Kind.PIN
                && list.equals(other.list)
                && partition.equals(other.partition);
    }

    /** Whether it is about this partition. */
    public boolean covers(PartitionId other) {
        return list.equals(other.list()) && partition.orElse(other.number()) == other.number();
    }

    /** Whether it is about everything that {@code other} is about. */
    public boolean covers(PlacementRule other) {
        return list.equals(other.list) && (partition.isEmpty() || partition.equals(other.partition));
    }

    /** What it is about: a partition or a task list. */
    public String what() {
        return list + (partition.isPresent() ? "/" + partition.getAsInt() : "");
    }

    /** Whether it is for a partition that is wanted; others do not count. */
    boolean fits(WorkState state) {
        return state.list(list)
                .filter(known -> partition.orElse(-1) < known.wanted() && known.wanted() > 0)
                .isPresent();
    }

    /**
     * Passes if the task list is there and has such a partition.
     *
     * @throws IllegalArgumentException otherwise
     */
    public void requireFits(Optional<TaskList> defined) {
        TaskList known = defined.orElseThrow(() -> new IllegalArgumentException("task list " + list + " is not known"));
        if (partition.isPresent() && partition.getAsInt() >= known.partitions()) {
            throw new IllegalArgumentException("task list " + list + " has " + known.partitions()
                    + " partitions, and none with the number " + partition.getAsInt());
        }
    }

    @Override
    public String toString() {
        return kind + " " + what() + " " + worker;
    }
}
