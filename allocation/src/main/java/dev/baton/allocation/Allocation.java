// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides which node gets which partition.
 *
 * <ol>
 *   <li>Every partition that a node may take is placed.
 *   <li>Partitions of equal weight with one replica: each node has its share of every group, and of everything, rounded
 *       down or up; with equal capacities, the largest and the smallest number differ by at most one in both. Pins, and
 *       bans of whole groups, are kept, and the balance is the best that they allow. No plan with that balance needs
 *       fewer moves.
 *   <li>One replica, but groups of different weight, or partitions that are banned by themselves: the same within each
 *       group. In total, nodes of equal capacity differ by at most the heaviest partition, as far as pins and bans
 *       allow; if capacities differ too, each node has its share of all groups of one weight, rounded down or up. Few
 *       moves, but not provably the fewest.
 *   <li>Replicas, or different weights within a group: nodes of equal capacity differ by at most the heaviest
 *       partition, within each group and in total, as far as pins, bans, replicas and zones allow. Few moves, found by
 *       a search.
 *   <li>The same input gives the same plan, in whatever order it is given. Ids decide only between nodes, or groups,
 *       that are otherwise the same.
 *   <li>With a limit on moves, rounds with the same input end in the plan that one round without a limit would give.
 * </ol>
 *
 * <p>Not thread-safe. {@link #plan()} returns an immutable value.
 */
public final class Allocation {
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    private final List<AllocationNode> nodes;
    private final List<PartitionGroup> groups;
    private final List<Pin> pins = new ArrayList<>();
    private final List<Ban> bans = new ArrayList<>();
    private Plan previous = Plan.empty();
    private int maxMoves = NO_LIMIT;

    private Allocation(List<AllocationNode> nodes, List<PartitionGroup> groups) {
        this.nodes = List.copyOf(nodes);
        this.groups = List.copyOf(groups);
    }

    /** Begins an allocation of the partitions of these groups over these nodes. */
    public static Allocation of(List<AllocationNode> nodes, List<PartitionGroup> groups) {
        return new Allocation(nodes, groups);
    }

    public Allocation pins(List<Pin> added) {
        pins.addAll(added);
        return this;
    }

    public Allocation bans(List<Ban> added) {
        bans.addAll(added);
        return this;
    }

    /** Sets the present plan; its partitions stay in place where balance allows. */
    public Allocation after(Plan plan) {
        previous = plan;
        return this;
    }

    /**
     * Sets how many partitions may leave a living node in this round. Partitions without one are placed at once and do
     * not count, nor do changes of leader among the replicas of a partition.
     */
    public Allocation maxMoves(int bound) {
        if (bound < 0) {
            throw new IllegalArgumentException("at most " + bound + " moves is not a valid limit; use 0 or more");
        }
        maxMoves = bound;
        return this;
    }

    public Plan plan() {
        Problem problem = new Problem(nodes, groups, pins, bans, previous);
        int[] target = new Targets(problem).choose();
        List<Unplaced> unplaced = new UnplacedReasons(problem, target).find();
        Round round = new Round(problem, target, maxMoves);
        round.run();
        return new Plan(problem.layout, problem.nodeIds, problem.taking, round.next(), target, round.moves(), unplaced);
    }
}
