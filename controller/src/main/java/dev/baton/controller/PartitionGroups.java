// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.util.List;

/**
 * The groups on this node that replicate the data of partitions, as the controller needs them: what they report, and
 * what they are asked to do. Which ones belong here, and which topics are gone, they see from the controller's state.
 * Called from one thread; must not block.
 */
public interface PartitionGroups {
    /** A node that has none. */
    PartitionGroups NONE = new PartitionGroups() {
        @Override
        public List<LeaderReport> leads() {
            return List.of();
        }

        @Override
        public void transfer(LeaderTransfer wanted) {}
    };

    /**
     * What this node leads, or stopped to lead since it was asked last. What is known already costs nothing, so that
     * everything may be told each time.
     */
    List<LeaderReport> leads();

    /**
     * The groups that this node leads, that the controller has moved, and that have come to be where they belong. Told each
     * time until the controller's state, as this node knows it, has it too.
     */
    default List<GroupReplicas> settled() {
        return List.of();
    }

    /** Calls this when this node begins to lead a group, or ceases to, on the thread that notices: it must not block. */
    default void whenLeadsChange(Runnable changed) {}

    /**
     * The controller has answered this process, after its registration, from its state at that version: who has reached it
     * knows what was decided before.
     */
    default void heard(long version) {}

    /** Hands the lead of a group on. It is asked for again as long as this node reports that it leads. */
    void transfer(LeaderTransfer wanted);
}
