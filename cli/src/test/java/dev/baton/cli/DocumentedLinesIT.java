// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lines of the README, {@code docs/cli.md} and {@code docs/commands.md}, typed as they stand there beside a node with the first YAML of
 * {@code docs/server.md}. As root in their own network, since their ports are those of any other node.
 */
@Timeout(180)
class DocumentedLinesIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath();
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final List<CliProcess> started = new ArrayList<>();
    private CliProcess node;

    @BeforeEach
    void startNode() throws IOException {
        script("job.sh");
        script("worker.sh");
        Files.writeString(folder.resolve("node.yml"), yaml(Files.readString(ROOT.resolve("docs/server.md"))));
        String line = line("README.md", "baton server -c node.yml");
        node = type(isRoot() ? "ip link set lo up && exec " + line : "exec " + line, "unshare", "--net");
        node.awaitErr("node started");
    }

    @AfterEach
    void end() {
        started.forEach(CliProcess::close);
    }

    private void script(String name) throws IOException {
        Path file = Files.createFile(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.writeString(file, "#!/bin/sh\necho \"$0 $* epoch $BATON_EPOCH\"\nexec sleep 600\n");
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static String yaml(String page) {
        String begin = "```yaml\n";
        int from = page.indexOf(begin) + begin.length();
        return page.substring(from, page.indexOf("```", from));
    }

    /** A line of a document, without the remark behind it. */
    private static String line(String document, String beginning) throws IOException {
        try (Stream<String> lines = Files.lines(ROOT.resolve(document))) {
            return lines.filter(it -> it.startsWith(beginning))
                    .map(it -> it.replaceAll(" +#.*", ""))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(document + " has no line " + beginning));
        }
    }

    private CliProcess type(String line, String... within) {
        List<String> command = new ArrayList<>(isRoot() ? List.of(within) : List.of());
        command.addAll(List.of("sh", "-c", line));
        String path = CliProcess.launcher().getParent() + ":" + System.getenv("PATH");
        CliProcess process =
                CliProcess.start(Path.of("/usr/bin/env"), folder, Map.of("PATH", path), command.toArray(String[]::new));
        started.add(process);
        return process;
    }

    private CliProcess besideTheNode(String line) {
        return type("exec " + line, "nsenter", "--net=/proc/" + node.pid() + "/ns/net");
    }

    @Test
    void thoseOfTheReadmeRunACommandAndCount() throws IOException {
        besideTheNode(line("README.md", "baton run")).awaitOut("./job.sh  epoch 1");

        String count = line("README.md", "redis-cli");
        if (Processes.isMissing("redis-cli")) {
            System.out.println("redis-cli is not installed (Debian: redis-tools): its line was left out");
        } else {
            eventually("it counts", SOON, () -> answer(count).equals("1"), node::toString);
            assertAnsweredAsShown("$ redis-cli -p 25873 SET");
            assertAnsweredAsShown("$ redis-cli -p 25873 LEASE.ACQUIRE");
        }
    }

    /** The page shows the answer below the line, as on a terminal, where texts are in quotes. */
    private void assertAnsweredAsShown(String beginning) throws IOException {
        List<String> page = Files.readAllLines(ROOT.resolve("docs/commands.md"));
        String line = line("docs/commands.md", beginning);
        String shown = page.get(page.indexOf(line) + 1).replaceAll("^\"(.*)\"$", "$1");
        assertThat(answer(line.substring(2))).isEqualTo(shown);
    }

    @Test
    void thatOfTheCommandLinesPageRunsACommand() throws IOException {
        besideTheNode(line("docs/cli.md", "baton run")).awaitOut("./worker.sh --queue nightly epoch 1");
    }

    private String answer(String line) {
        CliProcess client = besideTheNode(line);
        assertThat(client.awaitEnd()).as(client.toString()).isZero();
        return client.out().strip();
    }
}
