// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.allocation.Move;
import dev.baton.allocation.MoveReason;
import dev.baton.allocation.UnplacedReason;
import java.util.List;
import java.util.Set;

/**
 * What the coordinator found in one round.
 *
 * @param lists one for each task list that is not retired, by name
 * @param workers how many workers are present and take partitions
 * @param moves the changes of this round, each with its reason
 * @param pending how many partitions have not reached their target yet
 * @param ignored pins of partitions that are already pinned to another worker
 * @param undefined task lists whose definition was damaged or lost
 * @param problems faults in the stored data
 */
public record WorkReport(
        List<ListReport> lists,
        int workers,
        List<Move> moves,
        int pending,
        List<PlacementRule> ignored,
        Set<TaskListName> undefined,
        List<WorkProblem> problems) {
    public static final WorkReport NONE = new WorkReport(List.of(), 0, List.of(), 0, List.of(), Set.of(), List.of());

    public WorkReport {
        lists = List.copyOf(lists);
        moves = List.copyOf(moves);
        ignored = List.copyOf(ignored);
        undefined = Set.copyOf(undefined);
        problems = List.copyOf(problems);
    }

    /**
     * One task list. Every partition is in exactly one of the three groups.
     *
     * @param assigned owned by a session that is not known to have ended
     * @param moving on its way from one worker to another
     * @param unassigned partitions that no session owns, with the reason
     */
    public record ListReport(TaskListName list, int partitions, int assigned, int moving, List<Unassigned> unassigned) {
        public ListReport {
            unassigned = List.copyOf(unassigned);
        }
    }

    /** A partition that no session owns. */
    public record Unassigned(PartitionId partition, String reason) {}

    /** Why a partition moves, as text. It calls a node a worker, and a group a task list. */
    public static String why(MoveReason reason) {
        return inWords(reason.sentence());
    }

    /** Why a partition has no worker. */
    public static String why(UnplacedReason reason) {
        return inWords(reason.sentence());
    }

    private static String inWords(String sentence) {
        return sentence.replace("node", "worker").replace("group", "task list");
    }

    public int assigned() {
        return lists.stream().mapToInt(ListReport::assigned).sum();
    }

    public int moving() {
        return lists.stream().mapToInt(ListReport::moving).sum();
    }

    public int unassigned() {
        return lists.stream().mapToInt(list -> list.unassigned().size()).sum();
    }

    public int partitions() {
        return lists.stream().mapToInt(ListReport::partitions).sum();
    }

    @Override
    public String toString() {
        return partitions() + " partitions on " + workers + " workers: " + assigned() + " assigned, " + moving()
                + " moving, " + unassigned() + " unassigned";
    }
}
