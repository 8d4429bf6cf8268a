// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.PartitionFigures;
import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.TopicFigures;
import dev.baton.admin.TopicReport;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.Table;
import dev.baton.cli.view.QueryOptions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The topics of the cluster. */
@Command(name = "topics", description = "The topics of the cluster. With a command: changes or describes one.")
public final class TopicsCommand implements Callable<Integer> {
    static final String PATH = "/api/v1/topics";

    @Mixin
    private final QueryOptions query;

    private TopicsCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    /** The command with those below it. */
    public static CommandLine with(CliEnvironment environment) {
        CommandLine list = new CommandLine(new TopicsCommand(environment));
        list.getCommandSpec().name("list").usageMessage().description("The topics of the cluster.");
        return new CommandLine(new TopicsCommand(environment))
                .addSubcommand(list)
                .addSubcommand(new Describe(environment))
                .addSubcommand(new Create(environment))
                .addSubcommand(new Alter(environment))
                .addSubcommand(new Delete(environment))
                .addSubcommand(new Move(environment));
    }

    @Override
    public Integer call() {
        NodeConnection node = query.connect();
        Output output = query.output();
        JsonNode answer = node.get(PATH);
        if (output.json()) {
            output.document(answer);
            return ExitCode.OK.number();
        }
        Table table = new Table(
                "TOPIC", "PARTITIONS", "REPLICATION", "WITHOUT LEADER", "RECORDS", "SIZE", "IN", "BYTES IN", "ID");
        node.read(answer, TopicReport.Topics.class).topics().forEach(it -> {
            TopicFigures told = Objects.requireNonNullElse(it.figures(), TopicFigures.NONE);
            table.row(
                    it.name(),
                    it.partitions(),
                    it.replicationFactor(),
                    it.leaderless(),
                    told.records(),
                    Amounts.bytes(told.sizeBytes()),
                    Amounts.perSecond(told.recordsInPerSecond()),
                    Amounts.bytesPerSecond(told.bytesInPerSecond()),
                    it.id());
        });
        output.table(table);
        return ExitCode.OK.number();
    }

    /** {@code baton topics describe}. */
    @Command(
            name = "describe",
            description = "A topic: its settings, and its partitions with leaders, offsets, sizes and rates.")
    static final class Describe implements Callable<Integer> {
        @Mixin
        private final QueryOptions query;

        @Parameters(paramLabel = "TOPIC")
        private String topic = "";

        Describe(CliEnvironment environment) {
            this.query = new QueryOptions(environment);
        }

        @Override
        public Integer call() {
            NodeConnection node = query.connect();
            Output output = query.output();
            JsonNode answer = node.get(PATH + "/" + AdminClient.segment(topic) + "?limit=10000");
            if (output.json()) {
                output.document(answer);
                return ExitCode.OK.number();
            }
            TopicReport.Described told = node.read(answer, TopicReport.Described.class);
            output.line(TerminalSafeText.text(told.topic().name() + ": "
                    + told.topic().partitions() + " partitions, replication "
                    + told.topic().replicationFactor() + ", id " + told.topic().id()));
            new TreeMap<>(told.topic().config())
                    .forEach((key, value) -> output.line(TerminalSafeText.text("  " + key + " = " + value)));
            Table table = new Table(
                    "PARTITION", "LEADER", "EPOCH", "REPLICAS", "START", "END", "SIZE", "IN", "BYTES IN", "GROUP");
            told.partitions().forEach(it -> {
                Optional<PartitionFigures> figures = Optional.ofNullable(it.figures());
                table.row(
                        it.partition(),
                        it.leader() == null ? "-" : it.leader(),
                        it.leaderEpoch(),
                        String.join(",", it.replicas()),
                        shown(figures, PartitionFigures::startOffset),
                        shown(figures, PartitionFigures::endOffset),
                        shown(figures, of -> Amounts.bytes(of.sizeBytes())),
                        shown(figures, of -> Amounts.perSecond(of.recordsInPerSecond())),
                        shown(figures, of -> Amounts.bytesPerSecond(of.bytesInPerSecond())),
                        it.group());
            });
            output.table(table);
            return ExitCode.OK.number();
        }

        /** The leader may not have answered. */
        private static Object shown(Optional<PartitionFigures> told, Function<PartitionFigures, Object> figure) {
            return told.map(figure).orElse("-");
        }
    }

    /** {@code baton topics create}. */
    @Command(name = "create", description = "Create a topic with all its partitions, or not at all.")
    static final class Create extends ControllerOperationCommand {
        @Parameters(paramLabel = "TOPIC")
        private String topic = "";

        @Option(names = "--partitions", paramLabel = "NUMBER", description = "How many. Default: 1.")
        private @Nullable Integer partitions;

        @Option(
                names = "--replication-factor",
                paramLabel = "NUMBER",
                description = "Replicas of each partition. Default: 3, or as many as there are nodes.")
        private @Nullable Integer replicationFactor;

        @Option(names = "--config", paramLabel = "KEY=VALUE", description = "A setting of the topic; may be repeated.")
        private Map<String, String> config = new TreeMap<>();

        Create(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            return new ControllerOperation.CreateTopic(topic, partitions, replicationFactor, config);
        }
    }

    /** {@code baton topics alter}. */
    @Command(name = "alter", description = "Add partitions to a topic, or change its settings.")
    static final class Alter extends ControllerOperationCommand {
        @Parameters(paramLabel = "TOPIC")
        private String topic = "";

        @Option(names = "--partitions", paramLabel = "NUMBER", description = "New total; cannot be reduced.")
        private @Nullable Integer partitions;

        @Option(
                names = "--config",
                paramLabel = "KEY=VALUE",
                description = "A setting of the topic; KEY= removes it; may be repeated.")
        private Map<String, String> config = new TreeMap<>();

        Alter(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            return new ControllerOperation.AlterTopic(topic, partitions, config);
        }
    }

    /** {@code baton topics delete}. */
    @Command(name = "delete", description = "Delete a topic and all its records.")
    static final class Delete extends ControllerOperationCommand {
        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(paramLabel = "TOPIC")
        private String topic = "";

        Delete(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            confirmation.require("Delete topic " + TerminalSafeText.text(topic) + " and all its records?", environment);
            return new ControllerOperation.DeleteTopic(topic);
        }
    }

    /** {@code baton topics move}. */
    @Command(
            name = "move",
            description = {
                "Move a partition to other nodes, with all partitions that are in the same group.",
                "Data is copied first; baton partition-groups shows the progress."
            })
    static final class Move extends ControllerOperationCommand {
        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(index = "0", paramLabel = "TOPIC")
        private String topic = "";

        @Parameters(index = "1", paramLabel = "PARTITION")
        private int partition;

        @Option(
                names = "--to",
                paramLabel = "NODE",
                split = ",",
                required = true,
                description = "As many nodes as the topic has replicas, the preferred leader first.")
        private List<String> to = List.of();

        Move(CliEnvironment environment) {
            super(environment);
        }

        @Override
        ControllerOperation operation(CliEnvironment environment) {
            confirmation.require(
                    "Move partition " + partition + " of topic " + TerminalSafeText.text(topic)
                            + ", and all others in its group, to "
                            + TerminalSafeText.text(String.join(", ", to)) + "?",
                    environment);
            return new ControllerOperation.MovePartition(topic, partition, to);
        }
    }
}
