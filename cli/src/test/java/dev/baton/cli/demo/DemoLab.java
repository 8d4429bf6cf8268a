// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.Processes;
import dev.baton.cli.lab.PseudoTerminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Demos in processes of their own, each with its own folder for temporary files: it can be seen whether any are left. */
public final class DemoLab {
    private static final Path LOCKS = Path.of("/dev/shm");

    private final Path folder;
    private final Map<CliProcess, Path> temporary = new HashMap<>();

    public DemoLab(Path folder) {
        this.folder = folder;
    }

    public CliProcess start(String... arguments) throws IOException {
        Path own = Files.createTempDirectory(folder, "tmp");
        CliProcess demo = CliProcess.start(
                folder,
                options(own),
                Stream.concat(Stream.of("demo"), Stream.of(arguments)).toArray(String[]::new));
        temporary.put(demo, own);
        return demo;
    }

    /** The folder for temporary files is in the command line of the demo and of each of its processes. */
    public PseudoTerminal atTerminal(String arguments) {
        return PseudoTerminal.start(folder, options(folder), "demo " + arguments);
    }

    private static Map<String, String> options(Path temporary) {
        return Map.of("BATON_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    }

    public static List<JsonNode> ofType(String type, CliProcess demo) {
        return demo.jsonLines().stream()
                .filter(line -> line.path("type").asText().equals(type))
                .toList();
    }

    /** The processes that a demo has told of. */
    public static List<Long> pids(CliProcess demo) {
        return demo.jsonLines().stream()
                .filter(line -> line.has("pid"))
                .map(line -> line.path("pid").asLong())
                .toList();
    }

    public void assertNothingIsLeft(CliProcess demo) {
        assertThat(pids(demo)).isNotEmpty().noneMatch(Processes::isRunning);
        assertThat(files(temporary.get(demo), "baton-demo-")).isEmpty();
        pids(demo)
                .forEach(pid -> assertThat(files(LOCKS, "baton-peer-"))
                        .noneMatch(file -> file.getFileName().toString().contains("-" + pid + "-")));
    }

    public void assertNothingIsLeft(PseudoTerminal terminal) {
        // A process that the demo kills at its end is gone a moment later.
        eventually(
                "no process is left",
                Duration.ofSeconds(20),
                () -> Processes.mentioning(folder.toString()).stream().noneMatch(Processes::isRunning),
                () -> Processes.mentioning(folder.toString()));
        assertThat(files(folder, "baton-demo-")).isEmpty();
        assertThat(terminal.all()).contains("\u001b[?1049h", "\u001b[?1049l").contains("the terminal is as it was");
    }

    private static List<Path> files(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
