// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.GroupDeletion;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.Output;
import dev.baton.cli.cluster.QueryOptions;
import dev.baton.cli.screen.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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

    public GroupsCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    private static String shown(@Nullable Long number) {
        return number == null ? "-" : number.toString();
    }

    @Override
    public Integer call() {
        return list(query);
    }

    @Command(name = "list", description = "The consumer groups of Kafka clients.")
    int list(@Mixin QueryOptions query) {
        return query.print(PATH, ConsumerGroupReport.Groups.class, GroupsCommand::show);
    }

    private static void show(ConsumerGroupReport.Groups told, Output output) {
        Table table = new Table("GROUP", "STATE", "PROTOCOL", "MEMBERS", "LAG", "COORDINATOR");
        told.groups()
                .forEach(it -> table.row(
                        it.group(), it.state(), it.protocol(), it.members(), shown(it.lag()), it.coordinator()));
        output.table(table);
        if (!told.unanswered().isEmpty()) {
            output.note(TerminalSafeText.text(
                    "not the whole cluster: no answer from " + String.join(", ", told.unanswered())));
        }
    }

    @Command(name = "describe", description = "A consumer group: its state, members, offsets and lag.")
    int describe(@Mixin QueryOptions query, @Parameters(paramLabel = "GROUP") String group) {
        return query.print(
                PATH + "/describe?group=" + AdminClient.segment(group),
                ConsumerGroupReport.Described.class,
                GroupsCommand::show);
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

    @Command(name = "delete", description = "Delete a consumer group that has no members, with its offsets.")
    int delete(
            @Mixin QueryOptions query,
            @Mixin Confirmation confirmation,
            @Parameters(paramLabel = "GROUP") String group) {
        confirmation.require(
                "Delete consumer group " + TerminalSafeText.text(group) + " and its offsets?", query.environment());
        return query.change(PATH + "/delete", new GroupDeletion(group));
    }
}
