// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.BatonException;
import dev.baton.ConfigurationException;
import dev.baton.server.doctor.Finding;
import dev.baton.server.elector.SqlBackend;
import dev.baton.work.PlacementRule;
import dev.baton.work.WorkProblem;
import dev.baton.work.WorkProblems;
import dev.baton.work.WorkState;
import dev.baton.work.sql.SqlWorkSchema;
import dev.baton.work.sql.SqlWorkStore;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Looks at the tables of work as they are stored. */
final class WorkTablesCheck {
    private static final String CHECK = "work";
    /** The most problems that a finding names. */
    private static final int MAX_NAMED = 5;

    private WorkTablesCheck() {}

    static Finding look(SqlBackend backend) {
        try {
            List<String> problems = new SqlWorkSchema(backend.database(), backend.settings()).problems();
            if (!problems.isEmpty()) {
                String all = String.join("; ", problems);
                return backend.settings().createSchema()
                        ? Finding.warn(CHECK, all, "a node creates them at its start, if it may")
                        : Finding.fail(CHECK, all, "create the tables with the statements in docs/work.md");
            }
            WorkState state = new WorkState();
            try (SqlWorkStore store = SqlWorkStore.on(backend.database(), backend.settings())) {
                state.reread(store);
            }
            return verdict(state);
        } catch (ConfigurationException wrong) {
            return Finding.fail(CHECK, String.join("; ", wrong.problems()), "see docs/work.md");
        } catch (BatonException unreachable) {
            return Finding.fail(CHECK, String.valueOf(unreachable.getMessage()), "see the findings on the database");
        }
    }

    /** What is stored, judged: pure. */
    static Finding verdict(WorkState state) {
        Map<Boolean, List<WorkProblem>> problems =
                WorkProblems.of(state).stream().collect(Collectors.partitioningBy(WorkProblem::damage));
        if (!problems.getOrDefault(true, List.of()).isEmpty()) {
            return finding(problems.getOrDefault(true, List.of()), (what, mend) -> Finding.fail(CHECK, what, mend));
        }
        String lost = state.rules().stream()
                .filter(it -> it.kind() == PlacementRule.Kind.PIN
                        && state.worker(it.worker()).isEmpty())
                .map(it -> it.what() + " to " + it.worker())
                .collect(Collectors.joining(", "));
        if (!lost.isEmpty()) {
            return Finding.warn(CHECK, "pinned to absent workers: " + lost, "baton work unpin, or start the worker");
        }
        if (!problems.getOrDefault(false, List.of()).isEmpty()) {
            return finding(problems.getOrDefault(false, List.of()), (what, mend) -> Finding.warn(CHECK, what, mend));
        }
        long lists = state.lists().stream().filter(it -> !it.retired()).count();
        return Finding.ok(
                CHECK,
                "the tables can be used: " + lists + " task lists, "
                        + state.workers().size() + " workers");
    }

    /** One finding of all problems of a kind. */
    private static Finding finding(List<WorkProblem> problems, BiFunction<String, String, Finding> kind) {
        String more = problems.size() > MAX_NAMED ? "; and " + (problems.size() - MAX_NAMED) + " more" : "";
        return kind.apply(
                problems.stream()
                                .limit(MAX_NAMED)
                                .map(it -> it.subject() + ": " + it.what())
                                .collect(Collectors.joining("; "))
                        + more,
                problems.stream()
                        .limit(MAX_NAMED)
                        .map(WorkProblem::mend)
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }
}
