// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The task lists that a configuration defines, compared with what is stored. Pure. */
record ConfiguredTaskLists(Map<TaskListName, TaskList> lists) {
    boolean has(TaskListName name) {
        return lists.containsKey(name);
    }

    boolean isEmpty() {
        return lists.isEmpty();
    }

    /** The task lists to store so that everything is as declared. Lists that are not declared are left alone. */
    List<TaskList> changes(WorkState state) {
        return lists.values().stream()
                .filter(list -> !isAsDeclared(list, state))
                .toList();
    }

    private static boolean isAsDeclared(TaskList list, WorkState state) {
        return !state.undefined().containsKey(list.name())
                && state.list(list.name()).map(list::equals).orElse(list.retired());
    }

    /** A change, as text. */
    static String describe(TaskList list, WorkState state) {
        return list.name() + " is "
                + Optional.ofNullable(state.undefined().get(list.name()))
                        .map(why -> "undefined (" + why + ")")
                        .or(() -> state.list(list.name()).map(ConfiguredTaskLists::words))
                        .orElse("missing")
                + ", not " + words(list);
    }

    private static String words(TaskList list) {
        return list.retired() ? "retired" : list.partitions() + " partitions of weight " + list.weight();
    }
}
