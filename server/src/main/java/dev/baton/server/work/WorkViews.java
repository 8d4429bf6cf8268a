// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.NodeId;
import dev.baton.admin.WorkForecast;
import dev.baton.admin.WorkPartitions;
import dev.baton.admin.WorkView;
import dev.baton.allocation.Move;
import dev.baton.allocation.Plan;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.CoordinatorStatus;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkProblems;
import dev.baton.work.WorkReport;
import dev.baton.work.WorkState;
import dev.baton.work.WorkerRegistration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is stored, and what the coordinator said of it last, as the admin API shows it: pure. */
final class WorkViews {
    /** The most moves and unassigned partitions that one answer names; the figures count all. */
    static final int MAX_NAMED = 200;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final String NOT_LOOKED_AT = "the coordinator has not seen it yet";

    private final WorkState state;
    private final CoordinatorStatus status;
    private final ConfiguredTaskLists declared;
    private final Map<NodeId, int[]> owned = new TreeMap<>();
    private final List<WorkView.Move> moves = new ArrayList<>();
    private final List<WorkView.Unassigned> without = new ArrayList<>();
    private final Map<PartitionId, String> moveReasons;
    private final Map<PartitionId, String> unassignedReasons = new HashMap<>();

    /** @param status {@link CoordinatorStatus#NONE} on a node that does not coordinate */
    WorkViews(WorkState state, CoordinatorStatus status, ConfiguredTaskLists declared) {
        this.state = state;
        this.status = status;
        this.declared = declared;
        this.moveReasons = status.report().moves().stream()
                .collect(Collectors.toMap(
                        it -> TaskListName.of(it.group()).partition(it.partition()),
                        it -> WorkReport.why(it.reason()),
                        (first, second) -> first));
        status.report()
                .lists()
                .forEach(list -> list.unassigned().forEach(it -> unassignedReasons.put(it.partition(), it.reason())));
        state.workers().forEach(it -> owned.put(it.worker(), new int[2]));
    }

    /**
     * @param coordinator who coordinates, as far as it is known
     * @param oldest since when the longest unassigned partition has no worker, in milliseconds
     */
    WorkView view(WorkView.@Nullable Coordinator coordinator, @Nullable Long oldest) {
        Map<String, List<WorkView.WorkList>> domains = new TreeMap<>();
        for (TaskList list : state.lists()) {
            WorkView.WorkList shown = list(list);
            if (!list.retired() || shown.leaving() > 0) {
                domains.computeIfAbsent(list.name().domain(), it -> new ArrayList<>())
                        .add(shown);
            }
        }
        List<WorkView.WorkList> lists =
                domains.values().stream().flatMap(List::stream).toList();
        int unassigned = sum(lists, WorkView.WorkList::unassigned);
        return new WorkView(
                coordinator,
                sum(lists, WorkViews::wanted),
                sum(lists, WorkView.WorkList::assigned),
                sum(lists, WorkView.WorkList::moving),
                unassigned,
                unassigned == 0 ? null : oldest,
                skew(owned.entrySet().stream()
                        .filter(it -> takes(it.getKey()))
                        .map(it -> it.getValue()[0])
                        .toList()),
                domains.entrySet().stream()
                        .map(it ->
                                new WorkView.Domain(it.getKey(), sum(it.getValue(), WorkViews::wanted), it.getValue()))
                        .toList(),
                state.workers().stream().map(this::worker).toList(),
                moves,
                without,
                state.rules().stream().map(this::placement).toList(),
                WorkProblems.of(state).stream()
                        .limit(MAX_NAMED)
                        .map(it -> new WorkView.Problem(it.subject(), it.what(), it.mend(), it.damage()))
                        .toList());
    }

    WorkView.@Nullable Coordinator coordinator(Optional<String> node, long epoch) {
        boolean known = status.rounds() > 0 && status.epoch().value() == epoch;
        return node.map(it -> new WorkView.Coordinator(
                        it,
                        epoch,
                        known ? (Long) status.rounds() : null,
                        known ? (Double) (status.took().toNanos() / NANOS_PER_MILLI) : null))
                .orElse(null);
    }

    private static <T> int sum(List<T> all, java.util.function.ToIntFunction<T> part) {
        return all.stream().mapToInt(part).sum();
    }

    private static int wanted(WorkView.WorkList list) {
        return list.retired() ? 0 : list.partitions();
    }

    private boolean takes(NodeId worker) {
        return state.worker(worker).filter(it -> !it.draining()).isPresent();
    }

    private static int skew(Collection<Integer> counts) {
        return counts.stream().mapToInt(it -> it).max().orElse(0)
                - counts.stream().mapToInt(it -> it).min().orElse(0);
    }

    private WorkView.WorkList list(TaskList list) {
        Map<NodeId, Integer> counts = new HashMap<>();
        state.workers().stream()
                .filter(it -> it.takes(list.name()) && !it.draining())
                .forEach(it -> counts.put(it.worker(), 0));
        int assigned = 0;
        int moving = 0;
        Map<Integer, Assignment> rows = state.assignments(list.name());
        for (int number = 0; number < list.wanted(); number++) {
            Assignment row = rows.get(number);
            PartitionId id = list.name().partition(number);
            boolean releasing = row != null && row.state() == AssignmentState.RELEASING;
            // Of a list that cannot be stored the rows are old: only the coordinator knows whose owner is gone.
            boolean lost = status.failed().containsKey(list.name()) && unassignedReasons.containsKey(id);
            if (row != null && row.owner().isPresent() && !lost) {
                NodeId owner = row.owner().get().worker();
                assigned += releasing ? 0 : 1;
                moving += releasing ? 1 : 0;
                count(owner, releasing);
                counts.computeIfPresent(owner, (worker, before) -> before + 1);
            } else if (without.size() < MAX_NAMED) {
                without.add(new WorkView.Unassigned(id.toString(), unassignedReasons.getOrDefault(id, NOT_LOOKED_AT)));
            }
            if (row != null) {
                move(row);
            }
        }
        int leaving = 0;
        for (Assignment row :
                state.assignments(list.name()).tailMap(list.wanted()).values()) {
            if (row.owner().isPresent()) {
                leaving++;
                count(row.owner().get().worker(), true);
            }
        }
        return new WorkView.WorkList(
                list.name().toString(),
                list.partitions(),
                list.weight(),
                list.retired(),
                declared.has(list.name()),
                assigned,
                moving,
                list.wanted() - assigned - moving,
                leaving,
                skew(counts.values()),
                status.failed().get(list.name()));
    }

    private void count(NodeId owner, boolean releasing) {
        int[] counts = owned.computeIfAbsent(owner, it -> new int[2]);
        counts[0]++;
        counts[1] += releasing ? 1 : 0;
    }

    private void move(Assignment row) {
        boolean onItsWay =
                row.state() == AssignmentState.RELEASING || row.target().isPresent();
        if (onItsWay && moves.size() < MAX_NAMED) {
            moves.add(new WorkView.Move(
                    row.partition().toString(),
                    row.owner().map(it -> it.worker().value()).orElse(null),
                    row.target().map(NodeId::value).orElse(null),
                    row.state() == AssignmentState.ASSIGNED
                            ? "planned"
                            : row.state().name().toLowerCase(Locale.ROOT),
                    moveReasons.get(row.partition())));
        }
    }

    private WorkView.Worker worker(WorkerRegistration it) {
        int[] counts = owned.getOrDefault(it.worker(), new int[2]);
        return new WorkView.Worker(
                it.worker().value(),
                it.session().epoch().value(),
                it.zone(),
                it.weight(),
                it.draining(),
                it.taskLists().stream().map(TaskListName::toString).sorted().toList(),
                new TreeMap<>(it.metadata()),
                counts[0],
                counts[1]);
    }

    private WorkView.Placement placement(PlacementRule rule) {
        return new WorkView.Placement(
                rule.kind().name().toLowerCase(Locale.ROOT),
                rule.what(),
                rule.worker().value(),
                state.worker(rule.worker()).isPresent());
    }

    // ---- one task list

    static WorkPartitions partitions(WorkState state, TaskList list, int from, int limit) {
        Map<Integer, String> pins = state.rules().stream()
                .filter(it -> it.kind() == PlacementRule.Kind.PIN && it.list().equals(list.name()))
                .collect(Collectors.toMap(
                        it -> it.partition().orElseThrow(),
                        it -> it.worker().value(),
                        (one, other) -> one.compareTo(other) <= 0 ? one : other));
        List<PlacementRule> bans = state.rules().stream()
                .filter(it -> it.kind() == PlacementRule.Kind.BAN && it.list().equals(list.name()))
                .toList();
        int end = (int) Math.min((long) from + limit, list.partitions());
        List<WorkPartitions.Partition> rows = new ArrayList<>();
        for (int number = from; number < end; number++) {
            PartitionId id = list.name().partition(number);
            List<String> banned = bans.stream()
                    .filter(it -> it.covers(id))
                    .map(it -> it.worker().value())
                    .distinct()
                    .toList();
            rows.add(partition(number, state.assignments(list.name()).get(number), pins.get(number), banned));
        }
        return new WorkPartitions(
                list.name().toString(), list.partitions(), rows, end < list.partitions() ? end : null);
    }

    private static WorkPartitions.Partition partition(
            int number, @Nullable Assignment row, @Nullable String pinned, List<String> banned) {
        if (row == null) {
            return new WorkPartitions.Partition(number, "NEW", null, null, 0, null, pinned, banned);
        }
        return new WorkPartitions.Partition(
                number,
                row.state().name(),
                row.owner().map(it -> it.worker().value()).orElse(null),
                row.owner().map(it -> it.epoch().value()).orElse(null),
                row.token(),
                row.target().map(NodeId::value).orElse(null),
                pinned,
                banned);
    }

    // ---- what would happen

    static WorkForecast forecast(WorkState state, Set<NodeId> gone, Plan plan, int limit) {
        Map<String, int[]> shares = new TreeMap<>();
        state.workers().forEach(it -> shares.put(it.worker().value(), new int[2]));
        for (TaskList list : state.lists()) {
            String group = list.name().toString();
            for (int number = 0; number < list.wanted(); number++) {
                state.assignment(list.name().partition(number))
                        .flatMap(Assignment::owner)
                        .map(Session::worker)
                        .ifPresent(it -> shares.computeIfAbsent(it.value(), id -> new int[2])[0]++);
                plan.node(group, number).ifPresent(it -> shares.computeIfAbsent(it, id -> new int[2])[1]++);
            }
        }
        Map<String, Integer> reasons = new TreeMap<>();
        plan.moves().forEach(it -> reasons.merge(WorkReport.why(it.reason()), 1, Integer::sum));
        return new WorkForecast(
                gone.stream().map(NodeId::value).sorted().toList(),
                plan.moves().size(),
                reasons,
                shares.entrySet().stream()
                        .map(it -> new WorkForecast.Share(it.getKey(), it.getValue()[0], it.getValue()[1]))
                        .toList(),
                plan.moves().stream().limit(limit).map(WorkViews::move).toList(),
                plan.unplaced().stream()
                        .limit(limit)
                        .map(it ->
                                new WorkView.Unassigned(it.group() + "/" + it.partition(), WorkReport.why(it.reason())))
                        .toList());
    }

    private static WorkView.Move move(Move move) {
        return new WorkView.Move(
                move.group() + "/" + move.partition(),
                move.from().orElse(null),
                move.to().orElse(null),
                "planned",
                WorkReport.why(move.reason()));
    }

    /** How many partitions have no worker by the last round, for metrics. */
    static List<PartitionId> unassigned(WorkReport report) {
        return report.lists().stream()
                .flatMap(list -> list.unassigned().stream())
                .map(WorkReport.Unassigned::partition)
                .toList();
    }
}
