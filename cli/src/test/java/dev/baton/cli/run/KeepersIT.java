// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.EvidenceFile;
import dev.baton.cli.lab.Processes;
import dev.baton.cli.lab.RunLab;
import dev.baton.testkit.lab.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a command whose keepers (Baton, the guardian, the timekeeper) are killed or stopped. */
@Timeout(120)
class KeepersIT {
    private static final List<String> SHORT_LEASE = List.of("--lease", "3s");
    private static final String GUARDIAN = "baton-guardian";
    private static final String TIMEKEEPER = "baton-timekeeper";

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

    private static List<Long> with(CliProcess baton, String... keepers) {
        List<Long> all = new ArrayList<>(List.of(baton.pid()));
        all.addAll(keepers(baton, keepers));
        return all;
    }

    private static List<Long> keepers(CliProcess baton, String... keepers) {
        List<Long> found = new ArrayList<>();
        for (String keeper : keepers) {
            found.addAll(Processes.below(baton.pid(), keeper));
        }
        assertThat(found).hasSizeGreaterThanOrEqualTo(keepers.length);
        return found;
    }

    private void assertGone(EvidenceFile.Line command) {
        assertThat(Processes.isRunning(command.pid())).as("the command before").isFalse();
        evidence.assertNeverTwoAtOnce();
    }

    @Test
    void theCommandDiesWithBatonAndBothOfItsKeepers() {
        CliProcess first = lab.run("n1", SHORT_LEASE, evidence.stubbornCommand());
        EvidenceFile.Line before = evidence.awaitNode("n1");
        lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());

        Processes.signal("KILL", with(first, GUARDIAN, TIMEKEEPER));

        evidence.awaitNode("n2");
        assertGone(before);
    }

    @Test
    void whatTheCommandStartedDiesWithBatonAndTheGuardian() {
        // In its own process group, as timeout makes one.
        List<String> command = new ArrayList<>(List.of("sh", "-c", "timeout 600 \"$@\"; true", "sh"));
        command.addAll(evidence.stubbornCommand());
        CliProcess first = lab.run("n1", SHORT_LEASE, command);
        EvidenceFile.Line before = evidence.awaitNode("n1");
        lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());

        Processes.signal("KILL", with(first, GUARDIAN));

        evidence.awaitNode("n2");
        assertGone(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {GUARDIAN, TIMEKEEPER})
    void oneKeeperThatRunsIsEnough(String stopped) {
        CliProcess first = lab.run("n1", SHORT_LEASE, evidence.stubbornCommand());
        EvidenceFile.Line before = evidence.awaitNode("n1");
        lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());

        Processes.signal("STOP", with(first, stopped));

        evidence.awaitNode("n2");
        assertGone(before);
        Processes.signal("CONT", List.of(first.pid()));
    }

    @Test
    void aCommandThatLostItsTimekeeperIsStartedAgainWithANewOne() {
        CliProcess first = lab.run("n1", SHORT_LEASE, evidence.stubbornCommand());
        EvidenceFile.Line before = evidence.awaitNode("n1");
        List<Long> timekeeper = keepers(first, TIMEKEEPER);

        Processes.signal("KILL", timekeeper);

        EvidenceFile.Line next = evidence.awaitAnother(before);
        assertThat(next.node()).isEqualTo("n1");
        assertThat(keepers(first, TIMEKEEPER)).doesNotContainAnyElementsOf(timekeeper);
        lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());
        first.signal("STOP");
        evidence.awaitNode("n2");
        assertGone(next);
        first.signal("CONT");
    }

    @Test
    void batonEndsACommandThatNeitherKeeperWatches() {
        CliProcess first = lab.run("n1", List.of(), evidence.stubbornCommand());
        EvidenceFile.Line before = evidence.awaitNode("n1");

        Processes.signal("STOP", keepers(first, GUARDIAN, TIMEKEEPER));

        evidence.awaitAnother(before);
        assertGone(before);
    }

    @Test
    void aBatonThatSeesLateThatTheCommandHasStoppedGoesOn() throws Exception {
        try (TcpProxy proxy = new TcpProxy(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), lab.database().port()))) {
            CliProcess first = lab.run("n1", lab.database().url(proxy.port()), SHORT_LEASE, evidence.stubbornCommand());
            EvidenceFile.Line before = evidence.awaitNode("n1");
            proxy.set(TcpProxy.Link.FROZEN);
            first.awaitErr("stopped leading job: deadline");

            // As if it got no CPU while it stops the command; it wakes when that should long have been seen.
            first.signal("STOP");
            CliProcess second = lab.run("n2", SHORT_LEASE, evidence.stubbornCommand());
            EvidenceFile.Line next = evidence.awaitNode("n2");
            assertGone(before);
            first.signal("CONT");
            proxy.set(TcpProxy.Link.OPEN);

            first.awaitErr("the command was stopped");
            second.signal("TERM");
            assertThat(evidence.awaitAnother(next).node()).as(first.toString()).isEqualTo("n1");
            evidence.assertNeverTwoAtOnce();
        }
    }
}
