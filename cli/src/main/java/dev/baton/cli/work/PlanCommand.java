// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.work;

import dev.baton.admin.AdminClient;
import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.WorkForecast;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Output;
import dev.baton.cli.cluster.QueryOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton work plan}. */
@Command(
        name = "plan",
        description = {
            "Show what would move if workers left. Changes nothing.",
            "Without a worker, what would move now."
        })
final class PlanCommand implements Callable<Integer> {
    @Mixin
    private final QueryOptions query;

    @Option(
            names = "--without",
            paramLabel = "WORKER",
            split = ",",
            description = "A worker that would leave; repeat, or separate several with commas.")
    private List<String> without = List.of();

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "20",
            description = "How many moves to show. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    PlanCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        return query.print(
                WorkCommand.PATH + "/plan?limit=" + limit + "&without="
                        + AdminClient.segment(String.join(",", without)),
                WorkForecast.class,
                PlanCommand::show);
    }

    private static void show(WorkForecast forecast, Output output) {
        String moves = forecast.moves() == 1 ? "1 partition" : forecast.moves() + " partitions";
        output.line(TerminalSafeText.text(
                forecast.without().isEmpty()
                        ? moves + " would move now"
                        : moves + " would move without " + String.join(", ", forecast.without())));
        forecast.reasons()
                .forEach((reason, count) -> output.line(TerminalSafeText.text("  " + count + " because " + reason)));
        output.line("");
        output.table(WorkPrinter.shares(forecast));
        if (!forecast.first().isEmpty()) {
            output.line("");
            output.table(WorkPrinter.moves(forecast.first(), "WOULD MOVE"));
            int left = forecast.moves() - forecast.first().size();
            if (left > 0) {
                output.line("and " + left + " more");
            }
        }
        if (!forecast.unplaced().isEmpty()) {
            output.line("");
            output.table(WorkPrinter.unassigned(forecast.unplaced(), "WOULD HAVE NO WORKER"));
        }
    }
}
