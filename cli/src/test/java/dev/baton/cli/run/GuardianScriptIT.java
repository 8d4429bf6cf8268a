// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cli.lab.Processes;
import dev.baton.server.guarded.CommandProcesses;
import dev.baton.server.guarded.GuardianScript;
import dev.baton.server.guarded.SignalRights;
import dev.baton.server.guarded.Uptime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guardian without Baton: it is told nothing more, and no process can be started or no clock be read. */
@Timeout(60)
class GuardianScriptIT {
    private static final Duration GRACE = Duration.ofMillis(300);
    private static final Duration SPAN = Duration.ofSeconds(3);
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Ignores TERM, and so does what it becomes. */
    private static final List<String> STUBBORN = List.of("sh", "-c", "trap '' TERM; exec sleep 601");

    /** The limit does not bind root. */
    private static final List<String> AS_A_USER =
            List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups");

    private Process guardian;
    private Duration deadline;

    private void start() throws IOException {
        deadline = Uptime.now().plus(SPAN);
        start(asAUser());
    }

    private void start(List<String> before) throws IOException {
        List<String> line = new ArrayList<>(before);
        line.addAll(GuardianScript.guard(GRACE, deadline));
        line.addAll(STUBBORN);
        guardian = new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static List<String> asAUser() throws IOException {
        return new ArrayList<>(isRoot() ? AS_A_USER : List.of());
    }

    private static boolean isRoot() throws IOException {
        return SignalRights.ofThisProcess().equals(new SignalRights(0));
    }

    @AfterEach
    void end() {
        new CommandProcesses(guardian.pid()).kill();
    }

    private long command() {
        eventually(
                "the command runs",
                SOON,
                () -> !Processes.below(guardian.pid(), "601").isEmpty(),
                () -> new CommandProcesses(guardian.pid()).members());
        return Processes.below(guardian.pid(), "601").get(0);
    }

    private void forbidNewProcesses() throws Exception {
        List<Long> keepers = new ArrayList<>(Processes.below(guardian.pid(), "baton-timekeeper"));
        keepers.add(guardian.pid());
        assertThat(keepers).hasSize(2);
        for (long keeper : keepers) {
            List<String> limit = asAUser();
            limit.addAll(List.of("prlimit", "--pid", Long.toString(keeper), "--nproc=0:0"));
            assertThat(new ProcessBuilder(limit).start().waitFor()).isZero();
        }
    }

    @Test
    void theCommandEndsAtItsDeadline() throws Exception {
        start();
        long command = command();
        forbidNewProcesses();

        assertThat(guardian.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(Processes.isRunning(command)).isFalse();
        assertThat(Uptime.now()).isGreaterThanOrEqualTo(deadline.minus(GRACE));
    }

    @Test
    void theCommandEndsAtOnceWhenTheClockCannotBeRead() throws Exception {
        assumeTrue(isRoot(), "only root may hide /proc/uptime: left out");
        deadline = Uptime.now().plus(Duration.ofHours(1));
        start(List.of("unshare", "--mount"));
        long command = command();
        String pid = Long.toString(guardian.pid());

        assertThat(new ProcessBuilder("nsenter", "-t", pid, "-m", "mount", "--bind", "/dev/null", "/proc/uptime")
                        .start()
                        .waitFor())
                .isZero();

        assertThat(guardian.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Processes.isRunning(command)).isFalse();
    }

    @Test
    void aDeadlineThatIsOverIsNotPutOff(@TempDir Path folder) throws Exception {
        assumeTrue(isRoot(), "only root may replace /proc/uptime: left out");
        Path clock = Files.writeString(folder.resolve("uptime"), "100.00 0.00\n");
        String byClock = "mount --bind " + clock + " /proc/uptime && exec \"$@\"";
        deadline = Duration.ofSeconds(200);
        start(List.of("unshare", "--mount", "sh", "-c", byClock, "sh"));
        long command = command();

        // What the keepers see when the machine wakes up, and Baton was first to act.
        Files.writeString(clock, "300.00 0.00\n", StandardOpenOption.WRITE);
        guardian.getOutputStream().write("deadline 400000\n".getBytes(StandardCharsets.US_ASCII));
        guardian.getOutputStream().flush();

        assertThat(guardian.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Processes.isRunning(command)).isFalse();
    }

    @Test
    void theCommandEndsWithBaton() throws Exception {
        start();
        long command = command();
        forbidNewProcesses();

        guardian.getOutputStream().close();

        assertThat(guardian.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Processes.isRunning(command)).isFalse();
    }
}
