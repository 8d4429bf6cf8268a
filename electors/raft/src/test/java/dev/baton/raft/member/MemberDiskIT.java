// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.FaultHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member with a small disk of its own, which is full, and then read-only. Needs root. */
class MemberDiskIT {
    private static final int RECORD_BYTES = 60_000;
    /** More than Ratis has reserved in its file. */
    private static final int RECORDS = 30;

    @Test
    void aMemberWhoseDiskIsFullEndsAndOneWhoseDiskIsReadOnlyDoesNotStart(@TempDir Path folder) throws Exception {
        Path disk = Files.createDirectories(folder.resolve("node3"));
        String obstacle = tried("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", disk.toString());
        assumeTrue(obstacle.isEmpty(), "a small disk is not to be had here: " + obstacle);
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            lab.awaitLeader();
            lab.awaitAgreement();
            RecordsCalls.add(lab.client(), "before");
            lab.awaitEqualHashes();

            Path filler = disk.resolve("filler");
            fill(filler);
            for (int i = 0; i < RECORDS; i++) {
                RecordsCalls.add(lab.client(), i + "x".repeat(RECORD_BYTES));
            }
            assertThat(lab.process("node3").awaitEnd()).isEqualTo(FaultHandler.EXIT_STATUS);

            Files.delete(filler);
            run("mount", "-o", "remount,ro", disk.toString());
            lab.start("node3");
            assertThat(lab.process("node3").awaitEnd()).isNotZero();
            assertThat(lab.errors("node3")).contains("Read-only file system");

            run("mount", "-o", "remount,rw", disk.toString());
            lab.start("node3");
            lab.awaitEqualHashes();
            lab.checkHistory();
        } finally {
            run("umount", disk.toString());
        }
    }

    private static void fill(Path filler) {
        byte[] block = new byte[1 << 16];
        try (var out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(tried(command)).isEmpty();
    }

    /** Why it failed; empty if it did not. */
    private static String tried(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : List.of(command) + ": " + output;
    }
}
