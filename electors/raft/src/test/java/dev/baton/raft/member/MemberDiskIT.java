// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.FaultHandler;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members with small disks of their own, which are full, or become read-only. Needs root. */
class MemberDiskIT {
    private static final int RECORD_BYTES = 60_000;
    /** More than Ratis has reserved in its file. */
    private static final int RECORDS = 30;

    private static final long DISK_BYTES = 24 << 20;

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

    @Test
    void aLeaderWhoseDiskBecomesReadOnlyEndsAndIsReplaced(@TempDir Path folder) throws Exception {
        List<String> nodes = List.of("node1", "node2", "node3");
        try {
            for (String node : nodes) {
                String obstacle = mounted(folder, node);
                assumeTrue(obstacle.isEmpty(), "no disk that fails is to be had here: " + obstacle);
            }
            try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
                String leader = lab.awaitLeader();
                lab.awaitAgreement();
                RecordsCalls.add(lab.client(), "before");

                // As after an error of the disk: what is open stays open, and nothing can be written.
                Files.writeString(trigger(folder, leader), "an error that was asked for");
                RecordsCalls.add(lab.client(), "on the others");

                assertThat(lab.process(leader).awaitEnd()).isEqualTo(FaultHandler.EXIT_STATUS);
                assertThat(lab.errors(leader)).contains("its log cannot be written", "Read-only file system");
                assertThat(lab.awaitLeaderOtherThan(leader)).isNotEqualTo(leader);

                run("umount", folder.resolve(leader).toString());
                tried("e2fsck", "-f", "-y", image(folder, leader).toString());
                assertThat(mounted(folder, leader)).isEmpty();
                lab.start(leader);
                awaitEqualHashes(lab, leader);
                assertThat(lab.list(leader)).contains("before", "on the others");
                lab.checkHistory();
            }
        } finally {
            for (String node : nodes) {
                tried("umount", folder.resolve(node).toString());
            }
        }
    }

    /** With what the member says, should it end instead. */
    private static void awaitEqualHashes(GroupLab lab, String member) throws IOException {
        try {
            lab.awaitEqualHashes();
        } catch (AssertionError failed) {
            throw new AssertionError(lab.errors(member), failed);
        }
    }

    @Test
    void aMemberThatMayNotWriteToItsFolderDoesNotStart(@TempDir Path folder) throws Exception {
        // Root may write anywhere, unless it is without that right.
        List<String> unprivileged = List.of(
                "setpriv",
                "--bounding-set=-dac_override,-dac_read_search",
                "--inh-caps=-dac_override,-dac_read_search");
        String obstacle =
                tried(Stream.concat(unprivileged.stream(), Stream.of("true")).toArray(String[]::new));
        assumeTrue(obstacle.isEmpty(), "rights are not to be given up here: " + obstacle);
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            lab.awaitLeader();
            lab.awaitAgreement();
            RecordsCalls.add(lab.client(), "before");
            lab.stop("node3");
            Path own = lab.folder("node3");
            Path log = MemberFolder.openSegment(own).getParent().resolveSibling("");

            for (Path refused : List.of(own, log)) {
                Files.setPosixFilePermissions(refused, PosixFilePermissions.fromString("r-xr-xr-x"));
                lab.start("node3", unprivileged);
                assertThat(lab.process("node3").awaitEnd()).as("%s", refused).isNotZero();
                assertThat(lab.errors("node3")).contains("cannot start", "AccessDenied", own.toString());
                Files.setPosixFilePermissions(refused, PosixFilePermissions.fromString("rwxr-xr-x"));
            }

            lab.start("node3", unprivileged);
            lab.awaitEqualHashes();
            lab.checkHistory();
        }
    }

    private static Path image(Path folder, String node) {
        return folder.resolve(node + ".img");
    }

    /** Gives a node a disk, with what is on it; returns why not, if not. */
    private static String mounted(Path folder, String node) throws IOException, InterruptedException {
        Path image = image(folder, node);
        Path disk = Files.createDirectories(folder.resolve(node));
        if (!Files.exists(image)) {
            try (RandomAccessFile sparse = new RandomAccessFile(image.toFile(), "rw")) {
                sparse.setLength(DISK_BYTES);
            }
            String obstacle = tried("mkfs.ext4", "-q", image.toString());
            if (!obstacle.isEmpty()) {
                return obstacle;
            }
        }
        String obstacle = tried("mount", "-o", "loop,errors=remount-ro", image.toString(), disk.toString());
        return obstacle.isEmpty() && !Files.isWritable(trigger(folder, node)) ? "it has no trigger" : obstacle;
    }

    /** What is written there is an error of the file system. */
    private static Path trigger(Path folder, String node) throws IOException {
        String device = Files.getFileStore(folder.resolve(node)).name();
        return Path.of("/sys/fs/ext4", String.valueOf(Path.of(device).getFileName()), "trigger_fs_error");
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
