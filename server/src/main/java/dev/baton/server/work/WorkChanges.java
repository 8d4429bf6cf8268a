// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static dev.baton.server.work.WorkLookup.count;
import static dev.baton.server.work.WorkLookup.read;
import static dev.baton.server.work.WorkLookup.refused;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.WorkOperation;
import dev.baton.work.DefinitionChange;
import dev.baton.work.PartitionLimit;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import dev.baton.work.WorkerRegistration;
import java.util.List;
import java.util.stream.Collectors;

/** Computes what an operation changes in what is stored now; refuses an invalid operation with the reason. Pure. */
final class WorkChanges {
    private static final String WHOLE_DOMAIN = "/*";

    private final WorkState state;
    private final ConfiguredTaskLists declared;

    /** @param declared by the configuration of the node that coordinates */
    WorkChanges(WorkState state, ConfiguredTaskLists declared) {
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
        return new PlacementChanges(state).of((WorkOperation.Place) operation);
    }

    // ---- task lists

    private WorkChange create(WorkOperation.CreateList create) {
        TaskListName name = read("list", create.list(), TaskListName::of);
        requireNotDeclared(name);
        if (create.partitions() == null) {
            throw refused(ApiError.BAD_REQUEST, "partitions must be a number from 0 to " + TaskList.MAX_PARTITIONS);
        }
        state.list(name)
                .filter(it -> !it.retired() && !state.undefined().containsKey(name))
                .ifPresent(it -> {
                    throw refused(
                            ApiError.CONFLICT,
                            "task list " + name + " exists, with " + count(it.partitions()) + ": resize it");
                });
        TaskList list = allowed(list(name, create.partitions(), create.weight() == null ? 1 : create.weight()));
        return WorkChange.of(name + " has " + count(list.partitions()), new DefinitionChange.Define(list));
    }

    private WorkChange change(WorkOperation.ChangeList change) {
        TaskList before = WorkLookup.list(state, read("list", change.list(), TaskListName::of));
        requireNotDeclared(before.name());
        if (change.partitions() == null && change.weight() == null) {
            throw refused(ApiError.BAD_REQUEST, "give a number of partitions or a weight");
        }
        TaskList after = allowed(list(
                before.name(),
                change.partitions() == null ? before.partitions() : change.partitions(),
                change.weight() == null ? before.weight() : change.weight()));
        if (after.partitions() < before.partitions() && !Boolean.TRUE.equals(change.shrink())) {
            throw refused(
                    ApiError.CONFLICT,
                    "task list " + before.name() + " has " + count(before.partitions()) + ": those from "
                            + after.partitions() + " on, of which " + owned(before.name(), after.partitions())
                            + " are owned, would be released and retired; say so with shrink");
        }
        return WorkChange.of(
                after.name() + " has " + count(after.partitions()) + " of weight " + after.weight(),
                new DefinitionChange.Define(after));
    }

    private WorkChange retire(WorkOperation.RetireList retire) {
        String asked = retire.list() == null ? "" : retire.list();
        if (!asked.endsWith(WHOLE_DOMAIN)) {
            return retire(List.of(WorkLookup.list(state, read("list", asked, TaskListName::of))));
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
                lists.stream()
                        .<DefinitionChange>map(it -> new DefinitionChange.Define(it.asRetired()))
                        .toList());
    }

    // ---- workers

    private WorkChange drain(WorkOperation.Drain drain) {
        WorkerRegistration worker = WorkLookup.worker(state, "worker", drain.worker());
        boolean draining = !Boolean.FALSE.equals(drain.draining());
        boolean others =
                state.workers().stream().anyMatch(it -> !it.worker().equals(worker.worker()) && !it.draining());
        String outcome = !draining
                ? worker.worker() + " takes partitions again"
                : worker.worker() + (others ? " is being drained" : " will be drained once there is another worker");
        return WorkChange.of(outcome, new DefinitionChange.SetDraining(worker.worker(), draining));
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

    /** A coordinator that could not keep all partitions in memory would not coordinate at all. */
    private TaskList allowed(TaskList list) {
        try {
            PartitionLimit.check(state.lists(), state.retired(), list, PartitionLimit.ofThisProcess());
            return list;
        } catch (IllegalArgumentException tooMany) {
            throw refused(ApiError.CONFLICT, String.valueOf(tooMany.getMessage()));
        }
    }

    private static TaskList list(TaskListName name, int partitions, int weight) {
        return read("list", name, it -> new TaskList(it, partitions, weight, false));
    }
}
