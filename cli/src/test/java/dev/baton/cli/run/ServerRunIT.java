// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.EvidenceFile;
import dev.baton.cli.lab.LabDatabase;
import dev.baton.cli.lab.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton run} beside running nodes, whose peers know within milliseconds when one of them is gone. */
@Timeout(180)
class ServerRunIT {
    private static final String TOKEN = "operator-token-of-the-lab";
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private LabDatabase database;
    private EvidenceFile evidence;
    private final Map<String, CliProcess> nodes = new HashMap<>();
    private final Map<String, CliProcess> runs = new HashMap<>();

    @BeforeEach
    void start() {
        database = LabDatabase.start(folder);
        evidence = new EvidenceFile(folder.resolve("evidence"));
    }

    @AfterEach
    void end() {
        runs.values().forEach(CliProcess::close);
        nodes.values().forEach(CliProcess::close);
        database.close();
    }

    private void node(String id) {
        nodes.put(
                id,
                CliProcess.start(folder, Map.of(), "server", "-c", config(id).toString()));
        eventually(id + " serves", SOON, () -> Files.exists(port(id)), nodes::toString);
    }

    private Path port(String id) {
        return folder.resolve("port-" + id);
    }

    private Path config(String id) {
        try {
            return Files.writeString(folder.resolve(id + ".yml"), """
                    node: {id: %1$s, cluster: lab}
                    elector:
                      type: sql
                      sql: {url: "%2$s", user: sa, lease: 6s, peer: {enabled: true}}
                    elections:
                      - {name: job, duties: [run]}
                      - {name: idle}
                    admin:
                      port: 0
                      port_file: "%3$s"
                      tokens:
                        - {name: operator, role: operate, token: %4$s}
                    """.formatted(id, database.url(), port(id), TOKEN));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private CliProcess baton(String node, String... arguments) {
        try {
            String server = "http://127.0.0.1:" + Files.readString(port(node)).strip();
            return CliProcess.start(folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), arguments);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private CliProcess run(String node) {
        List<String> arguments = new ArrayList<>(List.of("run", "--election", "job", "--"));
        arguments.addAll(evidence.stubbornCommand());
        CliProcess process = baton(node, arguments.toArray(String[]::new));
        runs.put(node, process);
        return process;
    }

    /** Starts two nodes with a run beside each; the one that leads. */
    private String pair() {
        node("n1");
        node("n2");
        run("n1");
        run("n2");
        eventually("a command runs", SOON, () -> !evidence.lines().isEmpty(), runs::toString);
        return evidence.lines().get(0).node();
    }

    private static String other(String node) {
        return node.equals("n1") ? "n2" : "n1";
    }

    /** Waits until it is this node's turn; the process that writes now. */
    private long awaitTurn(String node) {
        eventually(node + " runs the command", SOON, () -> last().node().equals(node), evidence::toString);
        return last().pid();
    }

    private EvidenceFile.Line last() {
        List<EvidenceFile.Line> lines = evidence.lines();
        return lines.get(lines.size() - 1);
    }

    private void assertGone(long command) {
        assertThat(Processes.isRunning(command)).as("the command before").isFalse();
        evidence.assertNeverTwoAtOnce();
    }

    @Test
    void theNextCommandStartsWhenTheLastOneIsGoneHoweverItsRunEnds() {
        String first = pair();
        long command = awaitTurn(first);

        CliProcess resign = baton(first, "resign", "job", "--yes");
        assertThat(resign.awaitEnd()).as(resign.toString()).isZero();
        long next = awaitTurn(other(first));
        assertGone(command);

        runs.get(other(first)).signal("TERM");
        assertThat(runs.get(other(first)).awaitEnd()).isEqualTo(143);
        command = awaitTurn(first);
        assertGone(next);

        run(other(first));
        runs.get(first).signal("KILL");
        awaitTurn(other(first));
        assertGone(command);
    }

    @Test
    void theNextCommandStartsWhenTheLastOneIsGoneHoweverItsNodeEnds() {
        String first = pair();
        long command = awaitTurn(first);

        nodes.get(first).signal("STOP");
        runs.get(first).signal("STOP");
        long next = awaitTurn(other(first));
        assertGone(command);
        nodes.get(first).signal("CONT");
        runs.get(first).signal("CONT");
        runs.get(first).awaitErr("stopped leading job");

        nodes.get(other(first)).signal("KILL");
        awaitTurn(first);
        assertGone(next);
    }

    @Test
    void aNodeThatHasNoCommandToRunHandsOverToOneThatHas() {
        node("n1");
        eventually("n1 leads", SOON, () -> baton("n1", "leader", "job").awaitEnd() == 0, nodes::toString);

        node("n2");
        run("n2");

        evidence.awaitNode("n2");
    }

    @Test
    void onceEndsWithTheCommandsExitCode() {
        node("n1");

        CliProcess once = baton("n1", "run", "--election", "job", "--once", "--", "sh", "-c", "exit 7");

        assertThat(once.awaitEnd()).as(once.toString()).isEqualTo(7);
    }

    @Test
    void whatANodeDoesNotLendIsRefusedWithTheReason() {
        node("n1");

        CliProcess idle = baton("n1", "run", "--election", "idle", "--", "true");
        CliProcess lease = baton("n1", "run", "--election", "job", "--lease", "3s", "--", "true");
        CliProcess grace = baton("n1", "run", "--election", "job", "--grace", "1m", "--", "true");
        CliProcess both = baton(
                "n1",
                "run",
                "--election",
                "job",
                "--server",
                "http://127.0.0.1:1",
                "--url",
                "jdbc:h2:mem:x",
                "--",
                "true");

        assertThat(idle.awaitEnd()).as(idle.toString()).isEqualTo(3);
        assertThat(idle.err()).contains("with the duty run");
        assertThat(lease.awaitEnd()).isEqualTo(2);
        assertThat(grace.awaitEnd()).isEqualTo(2);
        assertThat(grace.err()).contains("grace 1m does not fit");
        assertThat(both.awaitEnd()).isEqualTo(2);
    }
}
