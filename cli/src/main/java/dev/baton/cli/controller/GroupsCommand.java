// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.GroupDeletion;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.screen.Table;
import dev.baton.cli.view.QueryOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The consumer groups of the cluster. */
@Command(
        name = "groups",
        description = "The consumer groups of Kafka clients. With a command: describes or deletes one.")
public final class GroupsCommand implements Callable<Integer> {
    static final String PATH = "/api/v1/groups";

    @Mixin
    private final QueryOptions query;

    private GroupsCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    /** The command with those below it. */
    public static CommandLine with(CliEnvironment environment) {
        CommandLine list = new CommandLine(new GroupsCommand(environment));
        list.getCommandSpec().name("list").usageMessage().description("The consumer groups of Kafka clients.");
        return new CommandLine(new GroupsCommand(environment))
                .addSubcommand(list)
                .addSubcommand(new Describe(environment))
                .addSubcommand(new Delete(environment));
    }

    private static String shown(@Nullable Long number) {
        return number == null ? "-" : number.toString();
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
        ConsumerGroupReport.Groups told = node.read(answer, ConsumerGroupReport.Groups.class);
        Table table = new Table("GROUP", "STATE", "PROTOCOL", "MEMBERS", "LAG", "COORDINATOR");
        told.groups()
                .forEach(it -> table.row(
                        it.group(), it.state(), it.protocol(), it.members(), shown(it.lag()), it.coordinator()));
        output.table(table);
        if (!told.unanswered().isEmpty()) {
            output.note(TerminalSafeText.text(
                    "not the whole cluster: no answer from " + String.join(", ", told.unanswered())));
        }
        return ExitCode.OK.number();
    }

    /** {@code baton groups describe}. */
    @Command(name = "describe", description = "A consumer group: its state, members, offsets and lag.")
    static final class Describe implements Callable<Integer> {
        @Mixin
        private final QueryOptions query;

        @Parameters(paramLabel = "GROUP")
        private String group = "";

        Describe(CliEnvironment environment) {
            this.query = new QueryOptions(environment);
        }

        @Override
        public Integer call() {
            NodeConnection node = query.connect();
            Output output = query.output();
            JsonNode answer = node.get(PATH + "/describe?group=" + AdminClient.segment(group));
            if (output.json()) {
                output.document(answer);
                return ExitCode.OK.number();
            }
            show(node.read(answer, ConsumerGroupReport.Described.class), output);
            return ExitCode.OK.number();
        }

        private static void show(ConsumerGroupReport.Described told, Output output) {
            ConsumerGroupReport head = told.group();
            output.line(TerminalSafeText.text(head.group() + ": " + head.state() + ", protocol " + head.protocol()
                    + (head.assignor().isEmpty() ? "" : ", assignor " + head.assignor())
                    + ", coordinated by " + head.coordinator() + ", " + head.members()
                    + (head.members() == 1 ? " member" : " members") + ", lag " + shown(head.lag())));
            Map<String, String> clients = new HashMap<>();
            if (!told.members().isEmpty()) {
                Table members = new Table("MEMBER", "CLIENT", "HOST", "PARTITIONS");
                told.members().forEach(it -> {
                    clients.put(it.id(), it.client());
                    members.row(it.id(), it.client(), it.host(), it.partitions());
                });
                output.line("");
                output.table(members);
            }
            if (!told.partitions().isEmpty()) {
                Table partitions = new Table("TOPIC", "PARTITION", "COMMITTED", "END", "LAG", "CLIENT");
                told.partitions()
                        .forEach(it -> partitions.row(
                                it.topic(),
                                it.partition(),
                                shown(it.committed()),
                                shown(it.end()),
                                shown(it.lag()),
                                it.member() == null ? "-" : clients.getOrDefault(it.member(), "-")));
                output.line("");
                output.table(partitions);
            }
        }
    }

    /** {@code baton groups delete}. */
    @Command(name = "delete", description = "Delete a consumer group that has no members, with its offsets.")
    static final class Delete implements Callable<Integer> {
        private static final Duration PATIENCE = Duration.ofSeconds(25);

        @Mixin
        private final QueryOptions query;

        @Mixin
        private final Confirmation confirmation = new Confirmation();

        @Parameters(paramLabel = "GROUP")
        private String group = "";

        Delete(CliEnvironment environment) {
            this.query = new QueryOptions(environment);
        }

        @Override
        public Integer call() {
            confirmation.require(
                    "Delete consumer group " + TerminalSafeText.text(group) + " and its offsets?", query.environment());
            JsonNode answer = query.connect().post(PATH + "/delete", new GroupDeletion(group), PATIENCE);
            if (query.output().json()) {
                query.output().document(answer);
            } else {
                query.output().line(TerminalSafeText.text(answer.path("outcome").asText()));
            }
            return ExitCode.OK.number();
        }
    }
}
