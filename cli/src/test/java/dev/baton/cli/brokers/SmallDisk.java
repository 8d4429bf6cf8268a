// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory, of some megabytes. Needs root. */
record SmallDisk(Path folder, Path filler) implements AutoCloseable {
    SmallDisk(Path folder, int megabytes) throws IOException, InterruptedException {
        this(Files.createDirectories(folder), folder.resolve("filler"));
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString());
    }

    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] much = new byte[1 << 16];
            while (true) {
                out.write(much);
            }
        } catch (IOException full) {
            BrokersUnderFaultsIT.say("the disk is full: " + full.getMessage());
        }
    }

    void free() throws IOException {
        Files.delete(filler);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", "--lazy", folder.toString());
    }
}
