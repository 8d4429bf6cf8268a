// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The work of a cluster: what there is, who has it, what is on its way, and what is amiss. */
public record WorkView(
        @About("absent while no node coordinates") @Nullable Coordinator coordinator,

        @About("that should be owned") int partitions,

        int assigned,
        @About("their owners were asked to release them") int moving,
        @About("no worker has them") int unassigned,

        @About("how long the longest of them has had no worker, as the coordinator saw it; absent if there is none")
        @Nullable
        Long oldestUnassignedMs,

        @About("most minus fewest partitions on one worker, over those that take any")
        int skew,

        List<Domain> domains,
        List<Worker> workers,
        @About("the first of what is on its way") List<Move> moves,

        @About("the first of what has no worker, each with its reason")
        List<Unassigned> withoutWorker,

        List<Placement> placements,

        @About("what is wrong with what is stored, and stays so until somebody mends it")
        List<Problem> problems) {

    /** The node that spreads the partitions. */
    public record Coordinator(
            String node,
            long epoch,
            @About("calculated under this epoch") @Nullable Long rounds,

            @About("how long the last one took, with what it stored") @Nullable
            Double lastRoundMs) {}

    public record Domain(String name, int partitions, List<WorkList> lists) {}

    /** A task list. */
    public record WorkList(
            @About("with its domain, as in billing/invoices")
            String name,

            int partitions,

            @About("how much each partition counts when load is balanced")
            int weight,

            boolean retired,

            @About("whether the configuration of the node that coordinates has it")
            boolean configured,

            int assigned,
            int moving,
            int unassigned,
            @About("no longer wanted, and not released yet") int leaving,

            @About("most minus fewest of its partitions on one worker, over those that take it")
            int skew,

            @About("why its assignments could not be stored, if so") @Nullable
            String failed) {}

    public record Worker(
            String id,
            @About("the epoch of its election") long session,
            String zone,
            int weight,
            boolean draining,
            @About("that it takes; all if there is none") List<String> taskLists,
            int partitions,
            @About("of those, asked to be released") int moving) {}

    /** A partition on its way. */
    public record Move(
            String partition,
            @Nullable String from,
            @Nullable String to,
            @About("releasing, free or planned") String state,
            @Nullable String reason) {}

    /** Something that is wrong with what is stored. */
    public record Problem(
            @About("as in task list billing/invoices") String subject,

            String what,
            @About("what puts it right") String mend,

            @About("whether rows were edited, deleted or lost; otherwise it may be meant")
            boolean damage) {}

    public record Unassigned(String partition, String reason) {}

    /** A wish of an operator about where something is. */
    public record Placement(
            @About("pin or ban") String kind,

            @About("a partition, or the task list that is banned")
            String what,

            String worker,

            @About("whether that worker is there; a partition that is pinned to one that is not has none")
            boolean present) {}
}
