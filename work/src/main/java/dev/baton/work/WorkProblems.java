// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Finds faults in the stored data. Pure. */
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
                        it.kind() + " " + it.name(), "its row is invalid: " + it.why(), mend(it), true)));
    }

    private static String mend(Definitions.Damaged row) {
        return switch (row.kind()) {
            case TASK_LIST -> "repair or delete the row in baton_work_list";
            case WORKER -> "a live worker writes it again within half a minute; delete the row of a dead one";
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
                                        + " is invalid; no worker gets it"
                                : damaged.size() + " rows of its partitions are invalid, the first of "
                                        + damaged.get(0).partition() + "; no worker gets them",
                        "repair or delete the invalid rows in baton_work_partition",
                        true));
            }
        }
    }

    /** The list may be created later; more often its name is misspelt. */
    private void unknownLists() {
        TreeMap<String, TaskListName> unknown = new TreeMap<>();
        for (WorkerRegistration worker : state.workers()) {
            worker.taskLists().stream()
                    .filter(it -> state.list(it).isEmpty())
                    .forEach(it -> unknown.put(worker.worker() + " takes " + it, it));
        }
        unknown.forEach((who, list) -> found.add(new WorkProblem(
                Definitions.Kind.WORKER + " " + who.substring(0, who.indexOf(' ')),
                "it takes " + list + ", which does not exist",
                "it takes the list once that is created: baton work lists create " + list + " PARTITIONS",
                false)));
    }
}
