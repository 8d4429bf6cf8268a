// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.ControllerMembers;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.ControllerOutcome;
import dev.baton.admin.ControllerReport;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.cluster.QueryOptions;
import dev.baton.cli.screen.Table;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The group that has topics and nodes. */
@Command(
        name = "controller",
        description = {
            "The Raft group that stores topics and nodes: term, members, lag, snapshots, hash of the state.",
            "Exit code 3 if no node leads it."
        })
public final class ControllerCommand implements Callable<Integer> {
    private static final String PATH = "/api/v1/controller";
    private static final int SHOWN_DIGITS = 16;

    @Mixin
    private final QueryOptions query;

    public ControllerCommand(CliEnvironment environment) {
        this.query = new QueryOptions(environment);
    }

    @Override
    public Integer call() {
        NodeConnection node = query.connect();
        Output output = query.output();
        JsonNode answer = node.get(PATH);
        ControllerReport told = node.read(answer, ControllerReport.class);
        JsonNode group = node.get(PATH + "/members");
        if (output.json()) {
            ObjectNode shown = JsonOutput.object();
            shown.setAll((ObjectNode) answer);
            shown.set("group", group);
            output.document(shown);
        } else {
            show(told, node.read(group, ControllerMembers.class), output);
        }
        return (told.leader() == null ? ExitCode.NOT_THERE : ExitCode.OK).number();
    }

    private static void show(ControllerReport told, ControllerMembers group, Output output) {
        output.line(TerminalSafeText.text((told.leader() == null ? "no node leads" : told.leader() + " leads")
                + " in term "
                + told.term() + "; as " + told.node() + " says: applied " + told.applied() + " of " + told.committed()
                + (told.snapshot() < 0 ? ", no snapshot yet" : ", snapshot at " + told.snapshot())));
        output.line(told.topics() + " topics, " + told.partitions() + " partitions in " + told.groups()
                + " groups, in format " + told.format());
        told.hashes()
                .forEach(it -> output.line(TerminalSafeText.text("hash of " + it.part() + " at " + told.hashIndex()
                        + ": "
                        + it.hash()
                                .substring(0, Math.min(SHOWN_DIGITS, it.hash().length())))));
        output.line(states(group));
        Table members = new Table("MEMBER", "ROLE", "ADDRESS", "APPLIED", "LAG", "SILENT MS", "STATE");
        group.members()
                .forEach(it -> members.row(
                        it.node(),
                        it.role(),
                        it.address(),
                        orNothing(it.applied()),
                        orNothing(it.lag()),
                        orNothing(it.silentMillis()),
                        state(it)));
        output.table(members);
        Table nodes = new Table("NODE", "ZONE", "WEIGHT", "STATE", "REPLICAS", "PREFERRED", "LEADS");
        told.nodes()
                .forEach(it -> nodes.row(
                        it.id(), it.zone(), it.weight(), state(it), it.replicas(), it.preferred(), it.leads()));
        output.table(nodes);
    }

    private static String states(ControllerMembers group) {
        return switch (group.states()) {
            case "EQUAL" -> "members at the same entry have the same state";
            case "DIFFERENT" -> "members at the same entry have DIFFERENT states: see baton doctor";
            default -> "no two members answered at the same entry, so that their states were not compared";
        };
    }

    private static String state(ControllerMembers.Member member) {
        if (member.ended() != null) {
            return "ended: " + member.ended();
        }
        return member.differs() ? "differs" : member.answers() ? "" : "no answer";
    }

    private static String orNothing(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static String state(ControllerReport.RegisteredNode node) {
        String drains = node.draining() ? "draining" : "";
        return node.fenced() ? (drains + " fenced").strip() : drains.isEmpty() ? "up" : drains;
    }

    @Command(name = "snapshot", description = "Save the whole state of topics and nodes to a new file.")
    int snapshot(
            @Mixin QueryOptions query,
            @Parameters(paramLabel = "FILE", description = "Must not exist yet.") Path file) {
        ControllerOutcome.Saved saved = query.connect().get(PATH + "/state", ControllerOutcome.Saved.class);
        byte[] state = Base64.getDecoder().decode(saved.state());
        StateFileExport.write(file, state);
        query.output()
                .line(TerminalSafeText.text(
                        "version " + saved.version() + " is in " + file + ", " + state.length + " bytes"));
        return ExitCode.OK.number();
    }

    @Command(
            name = "restore",
            description =
                    "Restore the topics in a file: create, change and delete topics as needed. Nodes stay as they are.")
    int restore(
            @Mixin QueryOptions query,
            @Mixin Confirmation confirmation,
            @Parameters(paramLabel = "FILE", description = "As baton controller snapshot wrote it.") Path file) {
        confirmation.require("Replace all topics by those in " + file + "?", query.environment());
        return query.change(
                new ControllerOperation.Restore(Base64.getEncoder().encodeToString(StateFileExport.read(file))));
    }
}
