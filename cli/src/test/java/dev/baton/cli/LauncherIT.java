// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.CliProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a clone: when it builds, and what it says if that fails. In a clone whose build is a stand-in. */
@Timeout(60)
class LauncherIT {
    @TempDir
    private Path clone;

    private Path launcher;

    @BeforeEach
    void prepare() throws IOException {
        launcher = Files.copy(Path.of("..", "baton"), clone.resolve("baton"));
        source("core/src/main/java/A.java");
        source("cli/src/main/java/B.java");
        source("examples/src/main/java/C.java");
        source("pom.xml");
        build("""
                echo built >>builds
                mkdir -p cli/target/baton-1/baton-1/bin
                printf '#!/bin/sh\\necho runs "$@"\\nexit 7\\n' >cli/target/baton-1/baton-1/bin/baton
                chmod +x cli/target/baton-1/baton-1/bin/baton
                """);
    }

    /** Older than whatever is built now. */
    private void source(String file) throws IOException {
        Path path = clone.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "");
        FileTime past = FileTime.from(Instant.now().minusSeconds(3_600));
        Files.setLastModifiedTime(path, past);
        Files.setLastModifiedTime(path.getParent(), past);
    }

    private void build(String script) throws IOException {
        Path mvnw = Files.writeString(clone.resolve("mvnw"), "#!/bin/sh\nset -e\n" + script);
        Files.setPosixFilePermissions(mvnw, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private CliProcess run(Path program) {
        return CliProcess.start(program, clone, Map.of(), "status", "a b");
    }

    private long builds() throws IOException {
        try (Stream<String> lines = Files.lines(clone.resolve("builds"))) {
            return lines.count();
        }
    }

    @Test
    void itBuildsOnceAndPassesOnArgumentsAndExitCode() throws IOException {
        Path link = Files.createSymbolicLink(clone.resolve("link"), Path.of("baton"));

        CliProcess first = run(launcher);
        assertThat(first.awaitEnd()).as(first.toString()).isEqualTo(7);
        CliProcess second = run(link);

        assertThat(second.awaitEnd()).isEqualTo(7);
        assertThat(first.out()).isEqualTo("runs status a b\n");
        assertThat(first.err()).contains("building");
        assertThat(second.err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
        assertThat(clone.resolve(".baton-build.lock")).doesNotExist();
    }

    @Test
    void whatChangedIsBuiltAgainAndWhatDoesNotMatterIsNot() throws IOException {
        run(launcher).awaitEnd();
        FileTime later = FileTime.from(Instant.now().plusSeconds(60));

        Files.setLastModifiedTime(clone.resolve("examples/src/main/java/C.java"), later);
        run(launcher).awaitEnd();
        assertThat(builds()).isEqualTo(1);
        Files.setLastModifiedTime(clone.resolve("core/src/main/java/A.java"), later);
        run(launcher).awaitEnd();

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void manyAtOnceBuildOnce() throws IOException {
        List<CliProcess> all = Stream.generate(() -> run(launcher)).limit(4).toList();

        assertThat(all)
                .allSatisfy(it -> assertThat(it.awaitEnd()).as(it.toString()).isEqualTo(7));
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aBuildThatFailsIsShown() throws IOException {
        build("echo '[ERROR] no such thing'\nexit 1\n");

        CliProcess failed = run(launcher);

        assertThat(failed.awaitEnd()).isEqualTo(1);
        assertThat(failed.err()).contains("[ERROR] no such thing").contains("the build failed");
        assertThat(failed.out()).isEmpty();
    }

    @Test
    void theLockOfOneThatWasKilledIsTakenOver() throws IOException {
        Files.createDirectory(clone.resolve(".baton-build.lock"));
        Files.writeString(clone.resolve(".baton-build.lock/pid"), "999999999\n");

        CliProcess heir = run(launcher);

        assertThat(heir.awaitEnd()).isEqualTo(7);
        assertThat(heir.err()).doesNotContain("waiting");
    }
}
