// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkForecast;
import dev.baton.admin.WorkPartitions;
import dev.baton.admin.WorkView;
import dev.baton.cli.Output;
import dev.baton.cli.screen.DurationFormat;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How work looks in tables. */
final class WorkPrinter {
    /** The most partitions that are named of those on their way, or without a worker. */
    private static final int MAX_SHOWN = 20;

    private WorkPrinter() {}

    static void show(WorkView work, Output output) {
        output.line(headline(work));
        output.line("");
        output.table(lists(work));
        output.line("");
        output.table(workers(work));
        if (!work.moves().isEmpty()) {
            output.line("");
            output.table(moves(work.moves().stream().limit(MAX_SHOWN).toList(), "MOVES"));
            more(Math.max(work.moving(), work.moves().size()) - MAX_SHOWN, output);
        }
        if (!work.withoutWorker().isEmpty()) {
            output.line("");
            output.table(
                    unassigned(work.withoutWorker().stream().limit(MAX_SHOWN).toList(), "WITHOUT A WORKER"));
            more(work.unassigned() - MAX_SHOWN, output);
        }
        if (!work.placements().isEmpty()) {
            output.line("");
            output.table(placements(work.placements()));
        }
        if (!work.problems().isEmpty()) {
            output.line("");
            output.table(problems(work.problems()));
        }
    }

    private static void more(int left, Output output) {
        if (left > 0) {
            output.line("and " + left + " more");
        }
    }

    static String headline(WorkView work) {
        WorkView.Coordinator coordinator = work.coordinator();
        String who = coordinator == null
                ? "no node coordinates"
                : coordinator.node() + " coordinates under epoch " + coordinator.epoch();
        String oldest = work.oldestUnassignedMs() == null
                ? ""
                : " (the longest for " + DurationFormat.millis(work.oldestUnassignedMs()) + ")";
        return TerminalSafeText.text(who + ": " + work.partitions() + " partitions on "
                + work.workers().size() + " workers, " + work.assigned() + " assigned, " + work.moving() + " moving, "
                + work.unassigned() + " unassigned" + oldest + ", skew " + work.skew());
    }

    private static Table lists(WorkView work) {
        Table table = new Table("TASK LIST", "PARTITIONS", "WEIGHT", "ASSIGNED", "MOVING", "UNASSIGNED", "SKEW", "");
        for (WorkView.Domain domain : work.domains()) {
            table.row(Style::strong, domain.name(), domain.partitions(), "", "", "", "", "", "");
            for (WorkView.WorkList list : domain.lists()) {
                table.row(
                        (style, line) -> list.unassigned() > 0 || list.failed() != null ? style.bad(line) : line,
                        "  " + list.name().substring(domain.name().length() + 1),
                        list.partitions(),
                        list.weight(),
                        list.assigned(),
                        list.moving(),
                        list.unassigned(),
                        list.skew(),
                        remarks(list));
            }
        }
        return table;
    }

    private static String remarks(WorkView.WorkList list) {
        if (list.failed() != null) {
            return "not stored: " + list.failed();
        }
        String leaving = list.leaving() == 0 ? "" : list.leaving() + " being released for good";
        return list.retired() ? "retired, " + leaving : list.configured() && leaving.isEmpty() ? "configured" : leaving;
    }

    private static Table workers(WorkView work) {
        Table table = new Table("WORKER", "PARTITIONS", "MOVING", "WEIGHT", "ZONE", "SESSION", "TAKES", "METADATA", "");
        work.workers()
                .forEach(it -> table.row(
                        it.id(),
                        it.partitions(),
                        it.moving(),
                        it.weight(),
                        it.zone(),
                        it.session(),
                        it.taskLists().isEmpty() ? "all" : String.join(" ", it.taskLists()),
                        it.metadata().entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")),
                        it.draining() ? "draining" : ""));
        return table;
    }

    static Table moves(List<WorkView.Move> moves, String title) {
        Table table = new Table(title, "FROM", "TO", "STATE", "WHY");
        moves.forEach(it -> table.row(it.partition(), text(it.from()), text(it.to()), it.state(), text(it.reason())));
        return table;
    }

    static Table unassigned(List<WorkView.Unassigned> partitions, String title) {
        Table table = new Table(title, "WHY");
        partitions.forEach(it -> table.row(Style::bad, it.partition(), it.reason()));
        return table;
    }

    private static Table placements(List<WorkView.Placement> placements) {
        Table table = new Table("PLACEMENT", "OF", "WORKER", "");
        placements.forEach(it -> table.row(
                (style, line) -> it.present() || it.kind().equals("ban") ? line : style.bad(line),
                it.kind(),
                it.what(),
                it.worker(),
                it.present() ? "" : "absent"));
        return table;
    }

    private static Table problems(List<WorkView.Problem> problems) {
        Table table = new Table("PROBLEM", "WHAT", "TO MEND IT");
        problems.forEach(it ->
                table.row((style, line) -> it.damage() ? style.bad(line) : line, it.subject(), it.what(), it.mend()));
        return table;
    }

    static Table partitions(List<WorkPartitions.Partition> partitions) {
        Table table = new Table("PARTITION", "OWNER", "STATE", "TOKEN", "TO", "PINNED TO", "BANNED FROM");
        partitions.forEach(it -> table.row(
                it.number(),
                text(it.owner()),
                it.state().toLowerCase(Locale.ROOT),
                it.token(),
                text(it.target()),
                text(it.pinned()),
                String.join(" ", it.banned())));
        return table;
    }

    static Table shares(WorkForecast forecast) {
        Table table = new Table("WORKER", "NOW", "THEN");
        forecast.workers().forEach(it -> table.row(it.worker(), it.now(), it.then()));
        return table;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
