// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.List;
import java.util.Objects;

/**
 * Everything that is stored except the assignments.
 *
 * @param damaged rows that are invalid, for example after an edit by hand; they are not among the others
 */
public record Definitions(
        List<TaskList> lists, List<WorkerRegistration> workers, List<PlacementRule> rules, List<Damaged> damaged) {
    public static final Definitions NONE = new Definitions(List.of(), List.of(), List.of());

    public Definitions {
        lists = List.copyOf(lists);
        workers = List.copyOf(workers);
        rules = List.copyOf(rules);
        damaged = List.copyOf(damaged);
    }

    /** Nothing is damaged. */
    public Definitions(List<TaskList> lists, List<WorkerRegistration> workers, List<PlacementRule> rules) {
        this(lists, workers, rules, List.of());
    }

    /** What a row defines. */
    public enum Kind {
        TASK_LIST("task list"),
        WORKER("worker"),
        PLACEMENT("pin or ban");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * An invalid row.
     *
     * @param name the task list or the worker as the row has it
     * @param why what is wrong with it
     */
    public record Damaged(Kind kind, String name, String why) {
        public Damaged {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(why, "why");
        }
    }
}
