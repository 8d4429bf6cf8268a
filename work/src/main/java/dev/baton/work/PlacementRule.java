// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A rule set by an operator: a partition belongs on one worker, or a partition or whole task list must not be on one.
 *
 * @param partition the number of the partition; empty for the whole list, which only bans allow
 */
public record PlacementRule(Kind kind, TaskListName list, OptionalInt partition, NodeId worker) {
    /** The kind of rule. */
    public enum Kind {
        /** On this worker or on none. A partition has at most one pin: a later pin replaces it. */
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

    /** Whether this and {@code other} are pins of the same partition. */
    public boolean replaces(PlacementRule other) {
        return kind == Kind.PIN
                && other.kind == Kind.PIN
                && list.equals(other.list)
                && partition.equals(other.partition);
    }

    /** Whether this rule applies to the partition. */
    public boolean covers(PartitionId other) {
        return list.equals(other.list()) && partition.orElse(other.number()) == other.number();
    }

    /** Whether this rule applies to everything that {@code other} applies to. */
    public boolean covers(PlacementRule other) {
        return list.equals(other.list) && (partition.isEmpty() || partition.equals(other.partition));
    }

    /** The partition or the task list that this rule is about. */
    public String what() {
        return list + (partition.isPresent() ? "/" + partition.getAsInt() : "");
    }

    /** Whether its partition is wanted; other rules do not count. */
    boolean fits(WorkState state) {
        return state.list(list)
                .filter(known -> partition.orElse(-1) < known.wanted() && known.wanted() > 0)
                .isPresent();
    }

    /**
     * Checks that the task list exists and has this partition.
     *
     * @throws IllegalArgumentException otherwise
     */
    public void requireFits(Optional<TaskList> defined) {
        TaskList known = defined.orElseThrow(() -> new IllegalArgumentException("task list " + list + " is not known"));
        if (partition.isPresent() && partition.getAsInt() >= known.partitions()) {
            throw new IllegalArgumentException("task list " + list + " has " + known.partitions()
                    + " partitions, and no partition " + partition.getAsInt());
        }
    }

    @Override
    public String toString() {
        return kind + " " + what() + " " + worker;
    }
}
