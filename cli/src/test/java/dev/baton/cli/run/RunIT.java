// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.EvidenceFile;
import dev.baton.cli.lab.Processes;
import dev.baton.cli.lab.RunLab;
import dev.baton.testkit.lab.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton run} through the launcher, under everything that may happen to it. */
@Timeout(120)
class RunIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    /** Where the end of a lease is waited for; elsewhere it is long enough for a busy machine. */
    private static final List<String> SHORT_LEASE = List.of("--lease", "3s");

    @TempDir
    private Path folder;

    private RunLab lab;
    private EvidenceFile evidence;

    @BeforeEach
    void start() {
        lab = new RunLab(folder);
        evidence = lab.evidence();
    }

    @AfterEach
    void end() {
        lab.close();
    }

    @Test
    void theNextCommandStartsAfterBatonWasKilledAndItsCommandIsGone() {
        CliProcess first = lab.run("n1", SHORT_LEASE, evidence.stubbornCommand());
        EvidenceFile.Line before = evidence.awaitNode("n1");
        lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());

        first.signal("KILL");

        evidence.awaitNode("n2");
        assertThat(Processes.isRunning(before.pid()))
                .as("the command of the killed one")
                .isFalse();
        evidence.assertNeverTwoAtOnce();
    }

    @Test
    void theGuardianEndsTheCommandOfABatonThatStandsStill() {
        CliProcess first = lab.run("n1", SHORT_LEASE, evidence.stubbornCommand());
        EvidenceFile.Line before = evidence.awaitNode("n1");
        CliProcess second = lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());

        first.signal("STOP");
        evidence.awaitNode("n2");
        assertThat(Processes.isRunning(before.pid()))
                .as("the command of the paused one")
                .isFalse();
        first.signal("CONT");
        first.awaitErr("stopped leading job");
        first.awaitErr("the command was stopped");
        second.signal("TERM");

        assertThat(second.awaitEnd()).isEqualTo(143);
        eventually(
                "n1 runs the command again",
                SOON,
                () -> lastOf(evidence.lines()).node().equals("n1"),
                evidence::toString);
        evidence.assertNeverTwoAtOnce();
    }

    /** Of one reading: the command goes on writing. */
    private static EvidenceFile.Line lastOf(List<EvidenceFile.Line> lines) {
        return lines.get(lines.size() - 1);
    }

    @Test
    void theCommandEndsBeforeTheLeaseDoesWhenTheDatabaseIsLost() throws Exception {
        try (TcpProxy proxy = new TcpProxy(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), lab.database().port()))) {
            CliProcess first = lab.run("n1", lab.database().url(proxy.port()), SHORT_LEASE, evidence.stubbornCommand());
            evidence.awaitNode("n1");
            lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());

            proxy.set(TcpProxy.Link.FROZEN);

            first.awaitErr("stopped leading job: deadline");
            evidence.awaitNode("n2");
            evidence.assertNeverTwoAtOnce();
        }
    }

    @Test
    void onceEndsWithTheCommandsExitCodeAndLeavesNothingBehind() throws Exception {
        Path left = folder.resolve("left");
        CliProcess process = lab.run(
                "n1",
                List.of("--once"),
                List.of("sh", "-c", "env >environment; sleep 600 & echo $! >" + left + "; exit 7"));

        assertThat(process.awaitEnd()).as(process.toString()).isEqualTo(7);
        String environment = Files.readString(folder.resolve("environment"));
        assertThat(environment).contains("BATON_EPOCH=1\n", "BATON_ELECTION=job\n", "BATON_NODE=n1\n");
        assertThat(environment).doesNotContain("canary-token", "BATON_DB_PASSWORD");
        assertThat(Processes.isRunning(Long.parseLong(Files.readString(left).strip())))
                .isFalse();
    }

    @Test
    void aCommandThatIsNotThereIsTold() {
        CliProcess process = lab.run("n1", List.of("--once"), List.of("/no/such/command"));

        assertThat(process.awaitEnd()).isEqualTo(127);
    }

    @Test
    void aCommandThatHasFilledThePipeOnStandardErrorIsStartedAgain() {
        lab.runIntoAPipe("n1", List.of(), List.of("sh", "-c", "echo $BATON_EPOCH >>starts; timeout 0.5 yes; exit 1"));

        eventually(
                "it was started again",
                SOON,
                () -> size(folder.resolve("starts")) > "1\n".length(),
                () -> size(folder.resolve("starts")));
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    @Test
    void signalsReachTheCommand() {
        CliProcess process = lab.run(
                "n1",
                List.of(),
                List.of(
                        "sh",
                        "-c",
                        "trap 'echo usr1' USR1; trap 'echo term; exit 0' TERM; echo ready; while :; do sleep 0.05; done"));
        process.awaitOut("ready");
        process.awaitErr("the command runs");

        process.signal("USR1");
        process.awaitOut("usr1");
        process.signal("TERM");

        assertThat(process.awaitEnd()).isEqualTo(143);
        assertThat(process.out()).isEqualTo("ready\nusr1\nterm\n");
    }

    @Test
    void aCommandThatEndsCanHandOverToTheOtherMachine() {
        List<String> command = List.of("sh", "-c", evidence.append() + "; sleep 0.2");
        // A short lease is also looked at often.
        List<String> options = List.of("--on-exit", "resign", "--lease", "3s");
        lab.run("n1", options, command);
        lab.run("n2", options, command);

        evidence.awaitNode("n1");
        evidence.awaitNode("n2");
        evidence.assertNeverTwoAtOnce();
    }

    @Test
    void aCommandThatEndsIsStartedAgainUnderTheSameEpoch() {
        lab.run("n1", List.of(), List.of("sh", "-c", evidence.append()));

        eventually("it ran twice", SOON, () -> evidence.lines().size() >= 2, evidence::toString);
        assertThat(evidence.lines().get(1).epoch())
                .isEqualTo(evidence.lines().get(0).epoch());
    }

    @Test
    void patienceEnds() {
        lab.run("n1", List.of(), evidence.stubbornCommand());
        evidence.awaitNode("n1");

        CliProcess second = lab.run("n2", List.of("--wait", "500ms"), List.of("true"));

        assertThat(second.awaitEnd()).isEqualTo(75);
    }

    @Test
    void timingsThatCannotBeKeptAndSecretsInTheOpenAreRefused() {
        CliProcess late = lab.run("n1", List.of("--grace", "3s", "--lease", "3s"), List.of("true"));
        CliProcess open = lab.run("n1", lab.database().url() + ";PASSWORD=canary", List.of(), List.of("true"));

        assertThat(late.awaitEnd()).isEqualTo(2);
        assertThat(late.err()).contains("grace 3s does not fit a lease of 3s");
        assertThat(open.awaitEnd()).isEqualTo(2);
        assertThat(open.err()).contains("--password-file").doesNotContain("canary");
    }
}
