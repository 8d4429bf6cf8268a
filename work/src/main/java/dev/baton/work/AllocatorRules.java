// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.allocation.Allocation;
import dev.baton.allocation.Ban;
import dev.baton.allocation.PartitionGroup;
import dev.baton.allocation.Plan;
import dev.baton.allocation.PlanBuilder;
import dev.baton.allocation.Unplaced;
import dev.baton.allocation.UnplacedReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Decides what the coordinator stores: a function of what is stored and of what is known about sessions.
 *
 * <ol>
 *   <li>A partition that a session owns is taken from it only after that session has released it, or has provably ended.
 *   <li>Every change of owner raises the token. A partition without a row starts above every token of its task list.
 *   <li>A partition that is no longer wanted is released like any other before it is retired, and its row is deleted
 *       only then: when it is wanted again, its token is above every token that was ever given.
 * </ol>
 */
public final class AllocatorRules {
    private static final String DAMAGED = "its row is invalid: repair or delete it";
    private static final String STOPPING = "the worker that it was assigned to is gone";

    private final int maxMoves;

    public AllocatorRules(AllocatorSettings settings) {
        this.maxMoves = settings.maxMoves();
    }

    /** Computes what the coordinator of this epoch should do now. */
    public AllocatorRound round(WorkState state, Function<NodeId, SessionStatus> sessions, Epoch coordinator) {
        WorkerPool workers = new WorkerPool(state, sessions, Set.of());
        Plan plan = plan(state, workers);
        Map<TaskListName, List<AssignmentWrite>> writes = new TreeMap<>();
        for (TaskList list : state.lists()) {
            List<AssignmentWrite> changed = new ListWrites(state, workers, plan, list, coordinator).writes();
            if (!changed.isEmpty()) {
                writes.put(list.name(), changed);
            }
        }
        WorkReport report = report(state, workers, plan, writes, Map.of());
        return new AllocatorRound(
                writes, workers.unproven(), workers.forgotten(), retired(state), emptied(state), plan, report);
    }

    private static List<Assignment> retired(WorkState state) {
        List<Assignment> retired = new ArrayList<>();
        for (TaskListName name : state.assignedLists()) {
            int wanted = state.list(name).map(TaskList::wanted).orElse(0);
            state.assignments(name).tailMap(wanted).values().stream()
                    .filter(it -> it.state() == AssignmentState.RETIRED && !it.isDamaged())
                    .forEach(retired::add);
        }
        return retired;
    }

    private static List<TaskListName> emptied(WorkState state) {
        return state.lists().stream()
                .filter(it -> it.retired() && state.assignments(it.name()).isEmpty())
                .map(TaskList::name)
                .toList();
    }

    /** Computes the plan that would follow if these workers were gone. Stores nothing. */
    public Plan without(WorkState state, Function<NodeId, SessionStatus> sessions, Set<NodeId> gone) {
        return plan(state, new WorkerPool(state, sessions, gone));
    }

    private Plan plan(WorkState state, WorkerPool workers) {
        PlanBuilder before = Plan.restore();
        List<PartitionGroup> groups = new ArrayList<>();
        List<Ban> bans = new ArrayList<>();
        int moving = 0;
        for (TaskList list : state.lists()) {
            if (list.wanted() == 0) {
                continue;
            }
            groups.add(group(list));
            for (WorkerRegistration worker : workers.taking()) {
                if (!worker.takes(list.name())) {
                    bans.add(Ban.ofGroup(list.name().toString(), worker.worker().value()));
                }
            }
            for (Assignment row :
                    state.assignments(list.name()).headMap(list.wanted()).values()) {
                restore(before, row, workers);
                moving += row.state() == AssignmentState.RELEASING ? 1 : 0;
            }
        }
        int bound = maxMoves == AllocatorSettings.UNLIMITED ? Allocation.NO_LIMIT : Math.max(0, maxMoves - moving);
        bans.addAll(bans(state, workers));
        return Allocation.of(workers.nodes(), groups)
                .pins(Pins.of(state).used())
                .bans(bans)
                .after(before.build())
                .maxMoves(bound)
                .plan();
    }

    private static PartitionGroup group(TaskList list) {
        PartitionGroup group = PartitionGroup.of(list.name().toString(), list.wanted());
        if (list.weight() == 1) {
            return group;
        }
        int[] weights = new int[list.wanted()];
        Arrays.fill(weights, list.weight());
        return group.withWeights(weights);
    }

    /**
     * Restores where a partition is, or is moving to: one that is being released counts for the worker that gets it.
     */
    private static void restore(PlanBuilder before, Assignment row, WorkerPool workers) {
        String group = row.partition().list().toString();
        int number = row.partition().number();
        Optional<Session> owner = row.owner().filter(it -> !workers.hasEnded(it));
        if (row.state() == AssignmentState.ASSIGNED && owner.isPresent()) {
            before.place(group, number, owner.get().worker().value());
            row.target().ifPresent(target -> before.target(group, number, target.value()));
            return;
        }
        Optional<NodeId> next = row.target().filter(workers::isTaking);
        if (next.isEmpty() && owner.isEmpty()) {
            next = row.owner().map(Session::worker).filter(workers::isTakingOrGone);
        }
        next.ifPresent(worker -> before.place(group, number, worker.value()));
    }

    private static List<Ban> bans(WorkState state, WorkerPool workers) {
        return state.rules().stream()
                .filter(rule ->
                        rule.kind() == PlacementRule.Kind.BAN && rule.fits(state) && workers.contains(rule.worker()))
                .map(rule -> new Ban(
                        rule.list().toString(),
                        rule.partition().orElse(Ban.WHOLE_GROUP),
                        rule.worker().value()))
                .toList();
    }

    // ---- the report

    /**
     * Returns the report of a round of which not everything could be stored.
     *
     * @param failed the task lists that did not change, with the reason
     */
    public WorkReport report(
            WorkState state,
            Function<NodeId, SessionStatus> sessions,
            AllocatorRound round,
            Map<TaskListName, String> failed) {
        Map<TaskListName, List<AssignmentWrite>> stored = new TreeMap<>(round.writes());
        stored.keySet().removeAll(failed.keySet());
        return report(state, new WorkerPool(state, sessions, Set.of()), round.plan(), stored, failed);
    }

    private static WorkReport report(
            WorkState state,
            WorkerPool workers,
            Plan plan,
            Map<TaskListName, List<AssignmentWrite>> stored,
            Map<TaskListName, String> failed) {
        Pins pins = Pins.of(state);
        Map<String, Map<Integer, String>> unplaced = new HashMap<>();
        for (Unplaced one : plan.unplaced()) {
            unplaced.computeIfAbsent(one.group(), it -> new HashMap<>())
                    .put(one.partition(), reason(one, pins, workers));
        }
        List<WorkReport.ListReport> lists = new ArrayList<>();
        for (TaskList list : state.lists()) {
            if (!list.retired()) {
                Map<Integer, Assignment> after = new HashMap<>(state.assignments(list.name()));
                stored.getOrDefault(list.name(), List.of())
                        .forEach(write -> after.put(write.next().partition().number(), write.next()));
                String otherwise = failed.containsKey(list.name())
                        ? "it could not be stored: " + failed.get(list.name())
                        : STOPPING;
                lists.add(report(
                        list, after, workers, unplaced.getOrDefault(list.name().toString(), Map.of()), otherwise));
            }
        }
        return new WorkReport(
                lists,
                workers.size(),
                plan.moves(),
                plan.pending(),
                pins.ignored(),
                state.undefined().keySet(),
                WorkProblems.of(state));
    }

    /** Names the worker that a partition is pinned to, and what is wrong with it. */
    private static String reason(Unplaced one, Pins pins, WorkerPool workers) {
        TaskListName list = TaskListName.of(one.group());
        return Optional.of(one.reason())
                .filter(it -> it == UnplacedReason.PINNED_NODE_UNAVAILABLE)
                .flatMap(it -> pins.workerOf(list.partition(one.partition())))
                .map(it -> "it is pinned to " + it + ", which "
                        + workers.whyNot(it, list).orElse("it is banned from"))
                .orElseGet(() -> WorkReport.why(one.reason()));
    }

    private static WorkReport.ListReport report(
            TaskList list,
            Map<Integer, Assignment> rows,
            WorkerPool workers,
            Map<Integer, String> unplaced,
            String otherwise) {
        int assigned = 0;
        int moving = 0;
        List<WorkReport.Unassigned> unassigned = new ArrayList<>();
        for (int number = 0; number < list.wanted(); number++) {
            Assignment row = rows.get(number);
            boolean owned = row != null
                    && row.owner().filter(it -> !workers.hasEnded(it)).isPresent();
            if (row != null && owned && row.state() == AssignmentState.ASSIGNED) {
                assigned++;
            } else if (owned) {
                moving++;
            } else {
                String why = row != null && row.isDamaged() ? DAMAGED : unplaced.getOrDefault(number, otherwise);
                unassigned.add(new WorkReport.Unassigned(list.name().partition(number), why));
            }
        }
        return new WorkReport.ListReport(list.name(), list.wanted(), assigned, moving, unassigned);
    }
}
