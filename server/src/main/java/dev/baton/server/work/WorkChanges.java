// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.WorkOperation;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Registration;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an operation changes, by what is stored now; an operation that makes no sense is refused with the reason. Pure. */
final class WorkChanges {
    private static final String WHOLE_DOMAIN = "/*";

    private final WorkState state;
    private final DeclaredLists declared;

    /** @param declared by the configuration of the node that coordinates */
    WorkChanges(WorkState state, DeclaredLists declared) {
        this.state = state;
        this.declared = declared;
    }

    /** @throws ApiException if it is refused */
    WorkChange of(WorkOperation operation) {
        if (operation instanceof WorkOperation.CreateList create) {
            return create(create);
        }
        if (operation instanceof WorkOperation.ChangeList change) {
            return change(change);
        }
        if (operation instanceof WorkOperation.RetireList retire) {
            return retire(retire);
        }
        if (operation instanceof WorkOperation.Drain drain) {
            return drain(drain);
        }
        if (operation instanceof WorkOperation.MovePartition move) {
            return move(move);
        }
        if (operation instanceof WorkOperation.Pin pin) {
            return pin(pin);
        }
        return unpin((WorkOperation.Unpin) operation);
    }

    // ---- task lists

    private WorkChange create(WorkOperation.CreateList create) {
        TaskListName name = read("list", create.list(), TaskListName::of);
        requireNotDeclared(name);
        if (create.partitions() == null) {
            throw refused(ApiError.BAD_REQUEST, "partitions must be a number from 0 to " + TaskList.MAX_PARTITIONS);
        }
        state.list(name).filter(it -> !it.retired()).ifPresent(it -> {
            throw refused(
                    ApiError.CONFLICT, "task list " + name + " exists, with " + count(it.partitions()) + ": resize it");
        });
        TaskList list = list(name, create.partitions(), create.weight() == null ? 1 : create.weight());
        return WorkChange.of(name + " has " + count(list.partitions()), store -> store.define(list));
    }

    private WorkChange change(WorkOperation.ChangeList change) {
        TaskList before = known(read("list", change.list(), TaskListName::of));
        requireNotDeclared(before.name());
        if (change.partitions() == null && change.weight() == null) {
            throw refused(ApiError.BAD_REQUEST, "say which number of partitions or which weight it is to have");
        }
        TaskList after = list(
                before.name(),
                change.partitions() == null ? before.partitions() : change.partitions(),
                change.weight() == null ? before.weight() : change.weight());
        if (after.partitions() < before.partitions() && !Boolean.TRUE.equals(change.shrink())) {
            throw refused(
                    ApiError.CONFLICT,
                    "task list " + before.name() + " has " + count(before.partitions()) + ": those from "
                            + after.partitions() + " on, of which " + owned(before.name(), after.partitions())
                            + " are owned, would be released and retired; say so with shrink");
        }
        return WorkChange.of(
                after.name() + " has " + count(after.partitions()) + " of weight " + after.weight(),
                store -> store.define(after));
    }

    private WorkChange retire(WorkOperation.RetireList retire) {
        String asked = retire.list() == null ? "" : retire.list();
        if (!asked.endsWith(WHOLE_DOMAIN)) {
            return retire(List.of(known(read("list", asked, TaskListName::of))));
        }
        String domain = asked.substring(0, asked.length() - WHOLE_DOMAIN.length());
        List<TaskList> all = state.lists().stream()
                .filter(it -> it.name().domain().equals(domain) && !it.retired())
                .toList();
        if (all.isEmpty()) {
            throw refused(ApiError.NOT_FOUND, "there is no domain of that name with a task list");
        }
        return retire(all);
    }

    private WorkChange retire(List<TaskList> lists) {
        lists.forEach(it -> requireNotDeclared(it.name()));
        String names = lists.stream().map(it -> it.name().toString()).collect(Collectors.joining(", "));
        return WorkChange.of(
                names + " is retired: its partitions are released and not given out again",
                store -> lists.forEach(it -> store.define(it.asRetired())));
    }

    // ---- workers

    private WorkChange drain(WorkOperation.Drain drain) {
        Registration worker = worker("worker", drain.worker());
        boolean draining = !Boolean.FALSE.equals(drain.draining());
        boolean others =
                state.workers().stream().anyMatch(it -> !it.worker().equals(worker.worker()) && !it.draining());
        String outcome = !draining
                ? worker.worker() + " takes partitions again"
                : worker.worker() + " gives its partitions away"
                        + (others ? "" : ", once there is another worker to take them");
        return WorkChange.of(outcome, store -> store.setDraining(worker.worker(), draining));
    }

    // ---- partitions

    private WorkChange pin(WorkOperation.Pin pin) {
        PlacementRule rule = placed(pin.partition(), "worker", pin.worker());
        return WorkChange.of(partition(rule) + " is pinned to " + rule.worker(), store -> store.add(rule));
    }

    private WorkChange unpin(WorkOperation.Unpin unpin) {
        PartitionId partition = read("partition", unpin.partition(), PartitionId::of);
        PlacementRule pin = pinOf(partition)
                .orElseThrow(() -> refused(ApiError.NOT_FOUND, "partition " + partition + " is not pinned"));
        return WorkChange.of(partition + " may be on any worker again", store -> store.remove(pin));
    }

    private WorkChange move(WorkOperation.MovePartition move) {
        PlacementRule rule = placed(move.partition(), "to", move.to());
        PartitionId partition = partition(rule);
        pinOf(partition).ifPresent(pin -> {
            throw refused(ApiError.CONFLICT, "partition " + partition + " is pinned to " + pin.worker());
        });
        if (isOn(state, partition, rule.worker())) {
            return WorkChange.none(partition + " is on " + rule.worker() + " already");
        }
        return new WorkChange(partition + " is on " + rule.worker(), store -> store.add(rule), Optional.of(rule));
    }

    /** Whether a worker has a partition, and was not asked to release it. */
    static boolean isOn(WorkState state, PartitionId partition, NodeId worker) {
        return state.assignment(partition)
                .filter(it -> it.state() == AssignmentState.ASSIGNED)
                .flatMap(Assignment::owner)
                .map(Session::worker)
                .filter(worker::equals)
                .isPresent();
    }

    /** A partition on a worker that can have it. */
    private PlacementRule placed(@Nullable String what, String field, @Nullable String where) {
        PartitionId partition = read("partition", what, PartitionId::of);
        TaskList list = known(partition.list());
        if (partition.number() >= list.partitions()) {
            throw refused(
                    ApiError.NOT_FOUND,
                    "task list " + list.name() + " has " + count(list.partitions()) + ", numbered from 0");
        }
        Registration worker = worker(field, where);
        if (!worker.takes(list.name())) {
            throw refused(ApiError.CONFLICT, "worker " + worker.worker() + " does not take " + list.name());
        }
        if (worker.draining()) {
            throw refused(ApiError.CONFLICT, "worker " + worker.worker() + " is draining");
        }
        boolean banned = state.rules().stream()
                .anyMatch(it -> it.kind() == PlacementRule.Kind.BAN
                        && it.list().equals(list.name())
                        && it.worker().equals(worker.worker())
                        && it.partition().orElse(partition.number()) == partition.number());
        if (banned) {
            throw refused(ApiError.CONFLICT, "partition " + partition + " is banned from " + worker.worker());
        }
        return PlacementRule.pin(partition, worker.worker());
    }

    private Optional<PlacementRule> pinOf(PartitionId partition) {
        return state.rules().stream()
                .filter(it ->
                        it.kind() == PlacementRule.Kind.PIN && partition(it).equals(partition))
                .findFirst();
    }

    static PartitionId partition(PlacementRule pin) {
        return pin.list().partition(pin.partition().orElseThrow());
    }

    // ---- what is there

    private TaskList known(TaskListName name) {
        TaskList list =
                state.list(name).orElseThrow(() -> refused(ApiError.NOT_FOUND, "task list " + name + " is not known"));
        if (list.retired()) {
            throw refused(ApiError.CONFLICT, "task list " + name + " is retired");
        }
        return list;
    }

    private Registration worker(String field, @Nullable String id) {
        NodeId worker = read(field, id, NodeId::of);
        return state.worker(worker)
                .orElseThrow(() -> refused(
                        ApiError.NOT_FOUND, "worker " + worker + " is not there; see baton work for those that are"));
    }

    private void requireNotDeclared(TaskListName name) {
        if (declared.has(name)) {
            throw refused(
                    ApiError.CONFLICT,
                    "task list " + name + " is in the configuration of the nodes that coordinate: change it there");
        }
    }

    private int owned(TaskListName name, int from) {
        return (int) state.assignments(name).tailMap(from).values().stream()
                .filter(it -> it.state().isOwned())
                .count();
    }

    private static TaskList list(TaskListName name, int partitions, int weight) {
        return read("list", name, it -> new TaskList(it, partitions, weight, false));
    }

    /** What is said in a request; a message of ours says what is wrong with it. */
    private static <S, T> T read(String field, @Nullable S said, Function<S, T> reader) {
        if (said == null) {
            throw refused(ApiError.BAD_REQUEST, field + " is missing");
        }
        try {
            return reader.apply(said);
        } catch (IllegalArgumentException wrong) {
            throw refused(ApiError.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        }
    }

    private static String count(int partitions) {
        return partitions == 1 ? "1 partition" : partitions + " partitions";
    }

    private static ApiException refused(ApiError error, String why) {
        return new ApiException(error, why);
    }
}
