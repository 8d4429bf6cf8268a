// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The work of a cluster: task lists, owners, moves and problems. */
public record WorkView(
        @FieldDoc("absent while no node coordinates") @Nullable
        Coordinator coordinator,

        @FieldDoc("that should be owned") int partitions,

        int assigned,
        @FieldDoc("their owners were asked to release them") int moving,
        @FieldDoc("no worker has them") int unassigned,

        @FieldDoc("how long the longest of them has had no worker, as the coordinator saw it; absent if there is none")
        @Nullable
        Long oldestUnassignedMs,

        @FieldDoc("most minus fewest partitions on one worker, over those that take any")
        int skew,

        List<Domain> domains,
        List<Worker> workers,
        @FieldDoc("the first moves in progress") List<Move> moves,

        @FieldDoc("the first unassigned partitions, each with its reason")
        List<Unassigned> withoutWorker,

        List<Placement> placements,

        @FieldDoc("problems of stored rows, listed until they are repaired")
        List<Problem> problems) {

    /** The node that spreads the partitions. */
    public record Coordinator(
            String node,
            long epoch,

            @FieldDoc("calculated under this epoch") @Nullable
            Long rounds,

            @FieldDoc("how long the last one took, with what it stored") @Nullable
            Double lastRoundMs) {}

    public record Domain(String name, int partitions, List<WorkList> lists) {}

    /** A task list. */
    public record WorkList(
            @FieldDoc("with its domain, as in billing/invoices")
            String name,

            int partitions,

            @FieldDoc("how much each partition counts when load is balanced")
            int weight,

            boolean retired,

            @FieldDoc("whether the configuration of the node that coordinates has it")
            boolean configured,

            int assigned,
            int moving,
            int unassigned,

            @FieldDoc("no longer wanted, and not released yet")
            int leaving,

            @FieldDoc("most minus fewest of its partitions on one worker, over those that take it")
            int skew,

            @FieldDoc("why its assignments could not be stored, if so") @Nullable
            String failed) {}

    public record Worker(
            String id,
            @FieldDoc("the epoch of its election") long session,
            String zone,
            int weight,
            boolean draining,
            @FieldDoc("that it takes; all if there is none") List<String> taskLists,
            @FieldDoc("what it says about itself") Map<String, String> metadata,
            int partitions,
            @FieldDoc("of those, asked to be released") int moving) {}

    /** A partition on its way. */
    public record Move(
            String partition,
            @Nullable String from,
            @Nullable String to,
            @FieldDoc("releasing, free or planned") String state,
            @Nullable String reason) {}

    /** Something that is wrong with what is stored. */
    public record Problem(
            @FieldDoc("as in task list billing/invoices") String subject,

            String what,
            @FieldDoc("how to repair it") String mend,

            @FieldDoc("whether rows were edited, deleted or lost; otherwise it may be meant")
            boolean damage) {}

    public record Unassigned(String partition, String reason) {}

    /** A wish of an operator about where something is. */
    public record Placement(
            @FieldDoc("pin or ban") String kind,

            @FieldDoc("a partition, or the task list that is banned")
            String what,

            String worker,

            @FieldDoc("whether that worker is there; a partition that is pinned to one that is not has none")
            boolean present) {}
}
