// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.Alarm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessLockTest {
    @TempDir
    Path folder;

    private Process startHolder() throws IOException {
        return new ProcessBuilder(
                        "sh",
                        "-c",
                        "umask 077; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProcessLockHolder.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String awaitLine(BufferedReader output, String start) {
        return output.lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow()
                .substring(start.length());
    }

    @Test
    void aProcessThatReadsItsOwnFolderIsStillThere() throws Exception {
        Process holder = startHolder();
        BufferedReader output = holder.inputReader(StandardCharsets.US_ASCII);
        try (WatchedLock lock = WatchedLock.open(folder, awaitLine(output, "holds "))) {
            assertThat(lock.state()).isEqualTo(LockState.HELD);

            holder.getOutputStream().write('r');
            holder.getOutputStream().flush();
            awaitLine(output, "has read");
            assertThat(lock.state()).isEqualTo(LockState.HELD);

            holder.destroyForcibly().waitFor();
            assertThat(lock.state()).isEqualTo(LockState.FREE);
        }
        ProcessLock.take(folder).orElseThrow().close();
        assertThat(folder).as("what the killed process left").isEmptyDirectory();
    }

    @Test
    void otherUsersMayAskForTheLockWhateverTheUmask() throws Exception {
        Process holder = startHolder();
        try {
            String name = awaitLine(holder.inputReader(StandardCharsets.US_ASCII), "holds ");

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .isEqualTo("rw-r--r--");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(folder.resolve(LockName.socket(name)))))
                    .isEqualTo("rw-rw-rw-");
            try (WatchedLock lock = WatchedLock.open(folder, name)) {
                assertThat(lock.state()).isEqualTo(LockState.HELD);
            }
        } finally {
            holder.getOutputStream().close();
            assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aChannelWhoseLockFolderIsMissingRaisesAnAlarm() {
        Path missing = folder.resolve("missing");

        assertThat(alarmWith(missing)).hasValueSatisfying(alarm -> {
            assertThat(alarm.kind()).isEqualTo(Alarm.Kind.CRASH_NOT_PROVABLE);
            assertThat(alarm.message()).contains(missing.toString());
        });
        assertThat(alarmWith(folder)).isEmpty();
    }

    private static Optional<Alarm> alarmWith(Path lockFolder) {
        Node self = new Node(NodeId.of("a"), new Incarnation(1));
        PeerSettings settings = TestPeer.quick().lockFolder(lockFolder).build();
        try (PeerChannel channel = PeerChannel.open(settings, self, System::nanoTime, (what, cause) -> {})) {
            return channel.alarm();
        }
    }

    @Test
    void whatADeadProcessDidNotFinishIsRemoved() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        String own = LockName.choose().orElseThrow();
        String me = "-" + ProcessHandle.current().pid() + "-";
        Path ofTheDead = Files.createFile(folder.resolve(own.replace(me, "-" + ended.pid() + "-") + ".new"));
        Path ofTheLiving = Files.createFile(folder.resolve(own + ".new"));
        Path ofAnotherContainer =
                Files.createFile(folder.resolve("baton-peer-1-" + ended.pid() + "-" + "0".repeat(32) + ".lock.new"));
        Path ofSomeoneElse = Files.createFile(folder.resolve("other.new"));

        ProcessLock.take(folder).orElseThrow().close();

        assertThat(ofTheDead).doesNotExist();
        assertThat(ofTheLiving).exists();
        assertThat(ofAnotherContainer).exists();
        assertThat(ofSomeoneElse).exists();
    }
}
