// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.database.DatabaseOptions;
import dev.baton.cli.node.ConfigOptions;
import dev.baton.cli.screen.Style;
import dev.baton.server.NodeConfig;
import dev.baton.server.doctor.Finding;
import dev.baton.server.doctor.Finding.Level;
import dev.baton.server.elector.SqlBackend;
import dev.baton.sql.SqlSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a set-up and says what to change. */
@Command(
        name = "doctor",
        description = {
            "Check a set-up and suggest what to change.",
            "Give a configuration (-c) to check with its database, ports, certificates and disk; a database (--url); or a"
                    + " running cluster (--server).",
            "Exit code 1 if something fails."
        })
public final class DoctorCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    private final Clock clock = Clock.systemUTC();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "With --url, the lease to compare the latency with. Default: ${DEFAULT-VALUE}.")
    private Duration lease = Duration.ofSeconds(10);

    public DoctorCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (!config.given() && !database.given() && !server.given()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "USAGE",
                    "nothing to check: give a configuration (-c), a database (--url) or a cluster (--server)");
        }
        List<Finding> findings = new ArrayList<>();
        if (config.given()) {
            node(findings);
        }
        if (database.given()) {
            findings.addAll(
                    new DatabaseCheckup(database.open(environment), SqlSettings.DEFAULT.withLease(lease), clock).run());
        }
        if (server.given()) {
            findings.addAll(new ClusterCheckup(server, environment, clock).run());
        }
        boolean ok = findings.stream().noneMatch(finding -> finding.level() == Level.FAIL);
        show(findings, ok);
        return (ok ? ExitCode.OK : ExitCode.FAILED).number();
    }

    private void node(List<Finding> findings) {
        NodeConfig read;
        try {
            read = config.read(environment);
        } catch (CommandFailure wrong) {
            wrong.text()
                    .lines()
                    .forEach(problem -> findings.add(Finding.fail("configuration", problem, "see docs/server.md")));
            return;
        }
        findings.add(Finding.ok(
                "configuration",
                "of node " + read.id() + " in cluster " + read.plan().cluster()));
        read.warnings().forEach(warning -> findings.add(Finding.warn("configuration", warning, "see docs/server.md")));
        RunningNode running = new RunningNode(server, environment);
        read.checks().forEach(check -> findings.add(plain(check.run(() -> running.answers(read)))));
        Optional<SqlBackend> backend = read.elector().sql();
        backend.ifPresent(it -> findings.addAll(new DatabaseCheckup(it.database(), it.settings(), clock).run()));
    }

    /** What a database or a file system says of itself may be anything. */
    private static Finding plain(Finding found) {
        return new Finding(found.check(), found.level(), TerminalSafeText.text(found.detail()), found.advice());
    }

    private void show(List<Finding> findings, boolean ok) {
        Output output = outputOptions.to(environment);
        if (output.json()) {
            ObjectNode answer = JsonOutput.object().put("ok", ok);
            ArrayNode checks = answer.putArray("checks");
            findings.forEach(finding -> checks.add(JsonOutput.of(finding)));
            output.document(answer);
            return;
        }
        Style style = output.style();
        for (Finding finding : findings) {
            output.line(label(style, finding.level()) + "  " + finding.check() + ": " + finding.detail());
            if (!finding.advice().isEmpty()) {
                output.line("      " + finding.advice());
            }
        }
    }

    private static String label(Style style, Level level) {
        return switch (level) {
            case OK -> style.good("OK  ");
            case WARN -> style.doubtful("WARN");
            case FAIL -> style.bad("FAIL");
        };
    }
}
