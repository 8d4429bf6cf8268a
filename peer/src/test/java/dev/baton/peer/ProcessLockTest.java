// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessLockTest {
    @TempDir
    Path folder;

    @Test
    void otherUsersMayAskForTheLockWhateverTheUmask() throws Exception {
        Process holder = new ProcessBuilder(
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
        try {
            String name = holder.inputReader(StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> line.startsWith("holds "))
                    .findFirst()
                    .orElseThrow()
                    .substring("holds ".length());

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .isEqualTo("rw-r--r--");
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
