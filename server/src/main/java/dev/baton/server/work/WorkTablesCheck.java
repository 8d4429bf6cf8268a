// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.BatonException;
import dev.baton.ConfigurationException;
import dev.baton.server.doctor.Finding;
import dev.baton.server.elector.SqlBackend;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.PlacementRule;
import dev.baton.work.WorkState;
import dev.baton.work.sql.SqlWorkSchema;
import dev.baton.work.sql.SqlWorkStore;
import java.util.List;
import java.util.stream.Collectors;

/** Looks at the tables of work as they are stored. */
final class WorkTablesCheck {
    private static final String CHECK = "work";

    private WorkTablesCheck() {}

    static Finding look(SqlBackend ground) {
        try {
            List<String> problems = new SqlWorkSchema(ground.database(), ground.settings()).problems();
            if (!problems.isEmpty()) {
                String all = String.join("; ", problems);
                return ground.settings().createSchema()
                        ? Finding.warn(CHECK, all, "a node creates them at its start, if it may")
                        : Finding.fail(CHECK, all, "create the tables with the statements in docs/work.md");
            }
            WorkState state = new WorkState();
            try (SqlWorkStore store = SqlWorkStore.on(ground.database(), ground.settings())) {
                state.reread(store);
            }
            return verdict(state);
        } catch (ConfigurationException wrong) {
            return Finding.fail(CHECK, String.join("; ", wrong.problems()), "see docs/work.md");
        } catch (BatonException unreachable) {
            return Finding.fail(CHECK, String.valueOf(unreachable.getMessage()), "see what is said of the database");
        }
    }

    /** What is stored, judged: pure. */
    static Finding verdict(WorkState state) {
        List<Assignment> damaged = state.assignedLists().stream()
                .flatMap(it -> state.assignments(it).values().stream())
                .filter(it -> it.state() == AssignmentState.DAMAGED)
                .toList();
        if (!damaged.isEmpty()) {
            return Finding.fail(
                    CHECK,
                    damaged.size() + " rows of partitions cannot be understood, the first of "
                            + damaged.get(0).partition(),
                    "repair or delete them; until then no worker gets these partitions");
        }
        String lost = state.rules().stream()
                .filter(it -> it.kind() == PlacementRule.Kind.PIN
                        && state.worker(it.worker()).isEmpty())
                .map(it -> it.what() + " to " + it.worker())
                .collect(Collectors.joining(", "));
        if (!lost.isEmpty()) {
            return Finding.warn(
                    CHECK, "pinned to workers that are not there: " + lost, "baton work unpin, or start the worker");
        }
        long lists = state.lists().stream().filter(it -> !it.retired()).count();
        return Finding.ok(
                CHECK,
                "the tables can be used: " + lists + " task lists, "
                        + state.workers().size() + " workers");
    }
}
