// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.database;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.node.ConfigOptions;
import dev.baton.cli.screen.Table;
import dev.baton.server.elector.SqlBackend;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSchema.StoredEpochs;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows and raises the epochs in a database, after it was restored from a backup. */
@Command(
        name = "epochs",
        description = {
            "Show the epochs in a database, and raise them after a restore from a backup.",
            "Works on the database itself, which it finds in a node's configuration; no node has to run."
        },
        synopsisSubcommandLabel = "COMMAND")
public final class EpochsCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: show or raise");
    }

    /** The options of both commands. */
    private static final class Options {
        @Mixin
        private final OutputOptions output = new OutputOptions();

        @Mixin
        private final ConfigOptions config = new ConfigOptions();

        /** Queries the database of the configuration. */
        <T> T ask(CliEnvironment environment, Function<SqlSchema, T> question) {
            SqlBackend backend = config.read(environment)
                    .elector()
                    .sql()
                    .orElseThrow(() -> new CommandFailure(
                            ExitCode.USAGE, "USAGE", "only the elector sql keeps epochs in a database"));
            try {
                return question.apply(
                        new SqlSchema(backend.database(), backend.settings().tables()));
            } catch (ConfigurationException wrong) {
                throw new CommandFailure(ExitCode.FAILED, "FAILED", String.join("\n", wrong.problems()));
            } catch (UnavailableException unreachable) {
                throw new CommandFailure(ExitCode.UNREACHABLE, "UNREACHABLE", String.valueOf(unreachable.getMessage()));
            }
        }
    }

    /** {@code baton epochs show}. */
    @Command(name = "show", description = "Show the highest epoch of every election of the cluster.")
    public static final class Show implements Callable<Integer> {
        private final CliEnvironment environment;

        @Mixin
        private final Options options = new Options();

        public Show(CliEnvironment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            List<StoredEpochs> all = options.ask(environment, SqlSchema::epochs);
            Output output = options.output.to(environment);
            if (output.json()) {
                ObjectNode answer = JsonOutput.object();
                ArrayNode elections = answer.putArray("elections");
                all.forEach(it -> elections.add(json(it)));
                output.document(answer);
            } else {
                Table table = new Table("ELECTION", "HIGHEST", "LEASE", "FENCE", "LAST LED BY");
                all.forEach(it -> table.row(
                        it.election(),
                        it.highest(),
                        it.lease(),
                        it.fence(),
                        it.holder().map(NodeId::value).orElse("")));
                output.table(table);
            }
            return ExitCode.OK.number();
        }

        private static ObjectNode json(StoredEpochs epochs) {
            ObjectNode node = JsonOutput.object()
                    .put("election", epochs.election().value())
                    .put("highest", epochs.highest().value())
                    .put("lease", epochs.lease().value())
                    .put("fence", epochs.fence().value());
            epochs.holder().ifPresent(it -> node.put("lastLedBy", it.value()));
            return node;
        }
    }

    /** {@code baton epochs raise}. */
    @Command(
            name = "raise",
            description = {
                "Give the next leadership of an election an epoch above EPOCH. Never lowers it.",
                "A leader with a lower epoch is fenced off at once, and replaced when its lease expires."
            })
    public static final class Raise implements Callable<Integer> {
        private final CliEnvironment environment;

        @Mixin
        private final Options options = new Options();

        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(index = "0", paramLabel = "ELECTION")
        private String name = "";

        @Parameters(index = "1", paramLabel = "EPOCH", description = "The highest epoch that any fence has seen.")
        private long atLeast;

        public Raise(CliEnvironment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            ElectionName election = election();
            Epoch wanted = wanted();
            Epoch before = highest(election);
            boolean raises = wanted.isAfter(before);
            if (raises) {
                confirmation.require(question(before), environment);
                options.ask(environment, schema -> {
                    schema.repairEpoch(election, wanted);
                    return schema;
                });
            }
            Epoch now = highest(election);
            Output output = options.output.to(environment);
            if (output.json()) {
                output.document(JsonOutput.object()
                        .put("election", election.value())
                        .put("before", before.value())
                        .put("highest", now.value())
                        .put("raised", raises));
            } else {
                output.line(election
                        + (raises
                                ? " is at epoch " + now + " now; it was at " + before
                                : " is at epoch " + now + " already"));
            }
            return ExitCode.OK.number();
        }

        private Epoch highest(ElectionName election) {
            Optional<StoredEpochs> found = options.ask(environment, SqlSchema::epochs).stream()
                    .filter(it -> it.election().equals(election))
                    .findFirst();
            return found.map(StoredEpochs::highest).orElse(Epoch.NONE);
        }

        private String question(Epoch before) {
            return (before.equals(Epoch.NONE)
                            ? name + " has no epoch in this database"
                            : name + " is at epoch " + before)
                    + ". Raise it to " + atLeast + "? A leader with a lower epoch loses its leadership.";
        }

        private ElectionName election() {
            try {
                return ElectionName.of(name);
            } catch (IllegalArgumentException wrong) {
                throw new CommandFailure(ExitCode.USAGE, "USAGE", String.valueOf(wrong.getMessage()));
            }
        }

        private Epoch wanted() {
            if (atLeast < 1 || atLeast == Long.MAX_VALUE) {
                throw new CommandFailure(
                        ExitCode.USAGE, "USAGE", "the epoch must be 1 to " + (Long.MAX_VALUE - 1) + ": " + atLeast);
            }
            return Epoch.of(atLeast);
        }
    }
}
