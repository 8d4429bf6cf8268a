// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.PartitionFigures;
import dev.baton.admin.TerminalSafeText;
import dev.baton.admin.TopicFigures;
import dev.baton.admin.TopicReport;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.Output;
import dev.baton.cli.cluster.QueryOptions;
import dev.baton.cli.screen.Table;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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

    public TopicsCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        return list(query);
    }

    @Command(name = "list", description = "The topics of the cluster.")
    int list(@Mixin QueryOptions query) {
        return query.print(PATH, TopicReport.Topics.class, TopicsCommand::show);
    }

    private static void show(TopicReport.Topics all, Output output) {
        Table table = new Table(
                "TOPIC", "PARTITIONS", "REPLICATION", "WITHOUT LEADER", "RECORDS", "SIZE", "IN", "BYTES IN", "ID");
        all.topics().forEach(it -> {
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
    }

    @Command(
            name = "describe",
            description = "A topic: its settings, and its partitions with leaders, offsets, sizes and rates.")
    int describe(@Mixin QueryOptions query, @Parameters(paramLabel = "TOPIC") String topic) {
        return query.print(
                PATH + "/" + AdminClient.segment(topic) + "?limit=10000",
                TopicReport.Described.class,
                TopicsCommand::show);
    }

    private static void show(TopicReport.Described told, Output output) {
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
    }

    /** The leader may not have answered. */
    private static Object shown(Optional<PartitionFigures> told, Function<PartitionFigures, Object> figure) {
        return told.map(figure).orElse("-");
    }

    @Command(name = "create", description = "Create a topic with all its partitions, or not at all.")
    int create(
            @Mixin QueryOptions query,
            @Parameters(paramLabel = "TOPIC") String topic,
            @Option(names = "--partitions", paramLabel = "NUMBER", description = "How many. Default: 1.") @Nullable
                    Integer partitions,
            @Option(
                            names = "--replication-factor",
                            paramLabel = "NUMBER",
                            description = "Replicas of each partition. Default: 3, or as many as there are nodes.")
                    @Nullable
                    Integer replicationFactor,
            @Option(
                            names = "--config",
                            paramLabel = "KEY=VALUE",
                            description = "A setting of the topic; may be repeated.")
                    @Nullable
                    Map<String, String> config) {
        return query.change(new ControllerOperation.CreateTopic(topic, partitions, replicationFactor, config));
    }

    @Command(name = "alter", description = "Add partitions to a topic, or change its settings.")
    int alter(
            @Mixin QueryOptions query,
            @Parameters(paramLabel = "TOPIC") String topic,
            @Option(names = "--partitions", paramLabel = "NUMBER", description = "New total; cannot be reduced.")
                    @Nullable
                    Integer partitions,
            @Option(
                            names = "--config",
                            paramLabel = "KEY=VALUE",
                            description = "A setting of the topic; KEY= removes it; may be repeated.")
                    @Nullable
                    Map<String, String> config) {
        return query.change(new ControllerOperation.AlterTopic(topic, partitions, config));
    }

    @Command(name = "delete", description = "Delete a topic and all its records.")
    int delete(
            @Mixin QueryOptions query,
            @Mixin Confirmation confirmation,
            @Parameters(paramLabel = "TOPIC") String topic) {
        confirmation.require(
                "Delete topic " + TerminalSafeText.text(topic) + " and all its records?", query.environment());
        return query.change(new ControllerOperation.DeleteTopic(topic));
    }

    @Command(
            name = "move",
            description = {
                "Move a partition to other nodes, with all partitions that are in the same group.",
                "Data is copied first; baton partition-groups shows the progress."
            })
    int move(
            @Mixin QueryOptions query,
            @Mixin Confirmation confirmation,
            @Parameters(index = "0", paramLabel = "TOPIC") String topic,
            @Parameters(index = "1", paramLabel = "PARTITION") int partition,
            @Option(
                            names = "--to",
                            paramLabel = "NODE",
                            split = ",",
                            required = true,
                            description = "As many nodes as the topic has replicas, the preferred leader first.")
                    List<String> to) {
        confirmation.require(
                "Move partition " + partition + " of topic " + TerminalSafeText.text(topic)
                        + ", and all others in its group, to "
                        + TerminalSafeText.text(String.join(", ", to)) + "?",
                query.environment());
        return query.change(new ControllerOperation.MovePartition(topic, partition, to));
    }
}
