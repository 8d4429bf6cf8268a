// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.admin.ClusterView;
import dev.baton.admin.ControllerReport;
import dev.baton.admin.NodeView;
import dev.baton.admin.StateComparison;
import dev.baton.admin.StateComparison.Agreement;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.client.NodeConnection;
import dev.baton.server.doctor.Finding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks every node of a running cluster what time it is, and what troubles it. */
final class ClusterCheckup {
    private static final int MAX_ROUNDS = 5;

    private final ServerOptions server;
    private final CliEnvironment environment;
    private final Clock clock;

    ClusterCheckup(ServerOptions server, CliEnvironment environment, Clock clock) {
        this.server = server;
        this.environment = environment;
        this.clock = clock;
    }

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        List<String> admins = new ArrayList<>();
        NodeConnection client = server.connect(environment);
        ClusterView cluster;
        try {
            cluster = client.get("/api/v1/cluster", ClusterView.class);
        } catch (CommandFailure away) {
            return List.of(Finding.fail("cluster", away.text(), "start a node, or say by --server where one is"));
        }
        cluster.unreachable()
                .forEach(id -> findings.add(Finding.fail(
                        "cluster",
                        TerminalSafeText.text(id) + " does not answer",
                        "check its log, and the network to it")));
        for (NodeView node : cluster.nodes()) {
            node.alarms()
                    .forEach(alarm -> findings.add(Finding.warn(
                            "alarm",
                            TerminalSafeText.text(node.id() + ": " + alarm.kind() + " " + alarm.detail()),
                            page(alarm.kind(), node.elector()))));
            if (node.admin() != null && !cluster.unreachable().contains(node.id())) {
                findings.add(clockOf(node.id(), node.admin()));
                admins.add(node.admin());
            }
        }
        findings.addAll(GroupVerdicts.of(reports(admins)));
        return findings;
    }

    /** Where an alarm is explained. */
    private static String page(String alarm, @Nullable String elector) {
        String page = alarm.startsWith("WORK_")
                ? "work"
                : elector == null || elector.equals("standalone") ? "elector" : TerminalSafeText.text(elector);
        return "see docs/" + page + ".md";
    }

    /** What the members of a Raft group say, if there are any: again, while no two are at the same entry. */
    private List<ControllerReport> reports(List<String> admins) {
        for (int round = 1; ; round++) {
            List<ControllerReport> reports =
                    admins.stream().flatMap(admin -> reportOf(admin).stream()).toList();
            if (reports.size() < 2
                    || round == MAX_ROUNDS
                    || StateComparison.of(reports).agreement() != Agreement.NOT_COMPARED) {
                return reports;
            }
        }
    }

    /** What a member of a group says of its state; nothing where there is none. */
    private Optional<ControllerReport> reportOf(String admin) {
        try {
            return Optional.of(server.connect(environment, admin).get("/api/v1/controller", ControllerReport.class));
        } catch (CommandFailure none) {
            return Optional.empty();
        }
    }

    private Finding clockOf(String id, String admin) {
        try {
            NodeConnection client = server.connect(environment, admin);
            client.get("/health/live");
            long sent = clock.millis();
            Instant there = client.get("/api/v1/cluster", ClusterView.class).at();
            long back = clock.millis();
            return Verdicts.clock(
                    "clocks",
                    "the clock of " + TerminalSafeText.text(id),
                    Duration.between(Instant.ofEpochMilli((sent + back) / 2), there),
                    Duration.ofMillis((back - sent) / 2 + 1));
        } catch (CommandFailure unknown) {
            return Finding.warn(
                    "clocks",
                    "the clock of " + TerminalSafeText.text(id) + " could not be read",
                    "ask it from its own machine");
        }
    }
}
