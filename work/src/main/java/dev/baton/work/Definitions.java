// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.List;

/** Everything that is stored but the assignments. */
public record Definitions(List<TaskList> lists, List<WorkerRegistration> workers, List<PlacementRule> rules) {
    public static final Definitions NONE = new Definitions(List.of(), List.of(), List.of());

    public Definitions {
        lists = List.copyOf(lists);
        workers = List.copyOf(workers);
        rules = List.copyOf(rules);
    }
}
