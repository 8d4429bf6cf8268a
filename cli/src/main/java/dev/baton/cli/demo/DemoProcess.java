// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.admin.AdminClient;
import dev.baton.cli.client.NodeConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A child process of the demo. It ends with this process, because it exits at the end of its input. */
public final class DemoProcess {
    /** How long a node may take to answer. */
    public static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String PORT = "port";

    private final Path folder;
    private final Process process;
    private volatile Condition condition = Condition.UP;

    /** The condition of a process. */
    public enum Condition {
        UP,
        PAUSED,
        KILLED
    }

    private DemoProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** Runs this program with other arguments, with the launcher if there is one. */
    static DemoProcess start(Path folder, List<String> arguments) {
        String home = System.getProperty("baton.home");
        List<String> program = home != null
                ? List.of(Path.of(home, "bin", "baton").toString())
                : List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.baton.cli.BatonCommand");
        try {
            Process process = new ProcessBuilder(
                            Stream.concat(program.stream(), arguments.stream()).toList())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            return new DemoProcess(folder, process);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** A file in its folder for the port of its admin API; one of an earlier process is deleted. */
    public static Path portFile(Path folder) throws IOException {
        Path file = folder.resolve(PORT);
        Files.deleteIfExists(file);
        return file;
    }

    /** Where its admin API and its dashboard are, once it serves. */
    public Optional<URI> address() {
        try {
            String port = Files.readString(folder.resolve(PORT)).strip();
            return port.isEmpty() ? Optional.empty() : Optional.of(URI.create("http://127.0.0.1:" + port));
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    /** Its admin API, once it serves. */
    public Optional<NodeConnection> client(AdminClient http) {
        return address().map(uri -> new NodeConnection(uri, http, PATIENCE, Optional::empty));
    }

    public long pid() {
        return process.pid();
    }

    public Condition condition() {
        return condition == Condition.UP && !process.isAlive() ? Condition.KILLED : condition;
    }

    /** Whether it has ended although it was not killed. */
    public boolean endedByItself() {
        return condition != Condition.KILLED && !process.isAlive();
    }

    /** Its last output, which may say why it ended. */
    public String lastWords() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("log"));
            return String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        } catch (IOException silent) {
            return "";
        }
    }

    /** SIGKILL: it is gone when this returns. */
    public void kill() {
        condition = Condition.KILLED;
        process.destroyForcibly();
        process.onExit().join();
    }

    /** SIGSTOP: it is paused, and its connections stay open. */
    public void pause() {
        condition = Condition.PAUSED;
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
        condition = Condition.UP;
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-s", name, Long.toString(pid())).start().waitFor();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("interrupted");
        }
    }
}
