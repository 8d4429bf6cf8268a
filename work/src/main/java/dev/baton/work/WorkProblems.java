// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Finds what is wrong with what is stored. Pure. */
public final class WorkProblems {
    private final WorkState state;
    private final List<WorkProblem> found = new ArrayList<>();

    private WorkProblems(WorkState state) {
        this.state = state;
    }

    /** Damage first. */
    public static List<WorkProblem> of(WorkState state) {
        WorkProblems problems = new WorkProblems(state);
        problems.undefinedLists();
        problems.damagedRows();
        problems.damagedPartitions();
        problems.unknownLists();
        return List.copyOf(problems.found);
    }

    private void undefinedLists() {
        state.undefined().forEach((name, why) -> {
            int partitions = state.list(name).map(TaskList::partitions).orElse(0);
            found.add(new WorkProblem(
                    Definitions.Kind.TASK_LIST + " " + name,
                    why + ". Its partitions stay with workers, as " + partitions + " of weight 1",
                    "store it again: baton work lists create " + name + " " + partitions,
                    true));
        });
    }

    private void damagedRows() {
        state.damaged().stream()
                .filter(it -> it.kind() != Definitions.Kind.TASK_LIST || !state.isUndefined(it.name()))
                .sorted(Comparator.comparing(Definitions.Damaged::kind).thenComparing(Definitions.Damaged::name))
                .forEach(it -> found.add(new WorkProblem(
                        it.kind() + " " + it.name(), "its row cannot be understood: " + it.why(), mend(it), true)));
    }

    private static String mend(Definitions.Damaged row) {
        return switch (row.kind()) {
            case TASK_LIST -> "repair or delete the row in baton_work_list";
            case WORKER ->
                "a worker that lives writes it anew within half a minute; delete the row of one that does not";
            case PLACEMENT -> "it does not count: repair or delete the row in baton_work_rule";
        };
    }

    private void damagedPartitions() {
        for (TaskListName list : state.assignedLists()) {
            List<Assignment> damaged = state.assignments(list).values().stream()
                    .filter(Assignment::isDamaged)
                    .toList();
            if (!damaged.isEmpty()) {
                found.add(new WorkProblem(
                        Definitions.Kind.TASK_LIST + " " + list,
                        damaged.size() == 1
                                ? "the row of partition " + damaged.get(0).partition()
                                        + " cannot be understood; no worker gets it"
                                : damaged.size() + " rows of its partitions cannot be understood, the first of "
                                        + damaged.get(0).partition() + "; no worker gets them",
                        "repair or delete what is wrong in baton_work_partition",
                        true));
            }
        }
    }

    /** It may be yet to come; more often it is a mistake in its name. */
    private void unknownLists() {
        TreeMap<String, TaskListName> unknown = new TreeMap<>();
        for (WorkerRegistration worker : state.workers()) {
            worker.taskLists().stream()
                    .filter(it -> state.list(it).isEmpty())
                    .forEach(it -> unknown.put(worker.worker() + " takes " + it, it));
        }
        unknown.forEach((who, list) -> found.add(new WorkProblem(
                Definitions.Kind.WORKER + " " + who.substring(0, who.indexOf(' ')),
                "it takes " + list + ", and there is no such task list",
                "it begins to when that is created: baton work lists create " + list + " PARTITIONS",
                false)));
    }
}
