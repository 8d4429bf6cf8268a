// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.CliProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The distribution as it is downloaded, unpacked and run. */
@Timeout(120)
class DistributionIT {
    @TempDir
    private Path folder;

    private Path unpack() throws Exception {
        Path archive;
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            archive = files.filter(file -> file.getFileName().toString().matches("baton-.*\\.tar\\.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        int status = new ProcessBuilder("tar", "xzf", archive.toAbsolutePath().toString(), "-C", folder.toString())
                .start()
                .waitFor();
        assertThat(status).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("baton-"))
                    .findFirst()
                    .orElseThrow()
                    .resolve("bin/baton");
        }
    }

    @Test
    void itRunsWhereItIsUnpackedAlsoThroughLinks() throws Exception {
        Path program = unpack();
        Path link = Files.createSymbolicLink(folder.resolve("link"), program);
        Path second = Files.createSymbolicLink(folder.resolve("second"), folder.relativize(link));

        CliProcess first = CliProcess.start(program, folder, Map.of(), "version", "--json");
        assertThat(first.awaitEnd()).as(first.toString()).isZero();
        CliProcess linked = CliProcess.start(second, folder, Map.of(), "version", "--json");

        assertThat(linked.awaitEnd()).as(linked.toString()).isZero();
        assertThat(linked.json()).isEqualTo(first.json());
        assertThat(first.err()).isEmpty();
        // The archive of classes was made on first use, and is found by the second.
        try (Stream<Path> archives = Files.list(program.resolveSibling("../cds"))) {
            assertThat(archives).hasSize(1);
        }
    }

    @Test
    void aJavaThatIsTooOldOrMissingIsNamed() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("old/bin"));
        Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        CliProcess old = CliProcess.start(
                folder, Map.of("JAVA_HOME", folder.resolve("old").toString()), "version");
        CliProcess none = CliProcess.start(folder, Map.of("JAVA_HOME", folder.toString()), "version");

        assertThat(old.awaitEnd()).isEqualTo(1);
        assertThat(old.err()).contains("Java 17 or newer is needed").contains("version 11");
        assertThat(none.awaitEnd()).isEqualTo(1);
        assertThat(none.err()).contains("there is no bin/java in it");
    }
}
