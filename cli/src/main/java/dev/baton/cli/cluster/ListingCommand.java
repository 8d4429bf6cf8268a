// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.screen.Table;
import dev.baton.server.part.Listing;
import dev.baton.server.part.Listing.Column;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows a list of a node, as the part that it belongs to declares it. */
@Command
public final class ListingCommand implements Callable<Integer> {
    /** All duties, whatever part they are of. */
    public static final Listing DUTIES = new Listing(
            "duties",
            "Duties",
            "The duties of the cluster: where they run, how often they were restarted.",
            "/api/v1/duties",
            "duties",
            List.of(
                    new Column("Duty", "name"),
                    new Column("Election", "election"),
                    new Column("Node", "node"),
                    new Column("State", "state"),
                    new Column("Epoch", "epoch"),
                    new Column("Restarts", "restarts"),
                    new Column("Last error", "lastError")),
            Optional.empty());

    private final Listing listing;

    @Mixin
    private final QueryOptions query;

    private ListingCommand(CliEnvironment environment, Listing listing) {
        this.listing = listing;
        this.query = new QueryOptions(environment);
    }

    /** The command of a list, under its name. */
    public static CommandLine of(CliEnvironment environment, Listing listing) {
        CommandLine line = new CommandLine(new ListingCommand(environment, listing));
        line.getCommandSpec().name(listing.name()).usageMessage().description(listing.about());
        return line;
    }

    @Override
    public Integer call() {
        Output output = query.output();
        JsonNode answer = query.connect().get(listing.path());
        if (output.json()) {
            output.document(answer);
            return ExitCode.OK.number();
        }
        List<Column> columns = listing.columns();
        Table table = new Table(
                columns.stream().map(it -> it.title().toUpperCase(Locale.ROOT)).toArray(String[]::new));
        answer.path(listing.field())
                .forEach(entry -> table.row(columns.stream()
                        .map(it -> entry.path(it.field()).asText())
                        .toArray()));
        output.table(table);
        return ExitCode.OK.number();
    }
}
