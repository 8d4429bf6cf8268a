// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.admin.AdminClient;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.demo.ActivityFile.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One node in a process of its own. It ends with this process, since it listens for the end of its input. */
final class DemoNode {
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private final String id;
    private final Path folder;
    private final ActivityFile activity;
    private final Process process;
    private volatile Condition condition = Condition.UP;

    /** How its process fares. */
    enum Condition {
        UP,
        PAUSED,
        KILLED
    }

    private DemoNode(String id, Path folder, ActivityFile activity, Process process) {
        this.id = id;
        this.folder = folder;
        this.activity = activity;
        this.process = process;
    }

    /** @param port the admin port, if it is free; any other if not */
    static DemoNode start(String id, Path folder, String section, int port, String resource) {
        try {
            Files.createDirectories(folder);
            Path portFile = folder.resolve("port");
            Files.deleteIfExists(portFile);
            Path activity = folder.resolve("activity");
            if (!Files.exists(activity)) {
                ActivityFile.create(activity);
            }
            Path config = folder.resolve("node.yml");
            Files.deleteIfExists(config);
            Files.createFile(
                    config, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(config, """
                    node:
                      id: %s
                      cluster: demo
                    %selections:
                      - {name: coordinator, takeover_delay: 0s}
                    admin:
                      port: %d
                      port_file: "%s"
                    """.formatted(id, section, port, portFile));
            Process process = new ProcessBuilder(NodeCommand.line(config, activity, resource))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            return new DemoNode(id, folder, ActivityFile.open(activity), process);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    String id() {
        return id;
    }

    long pid() {
        return process.pid();
    }

    Condition condition() {
        return condition == Condition.UP && !process.isAlive() ? Condition.KILLED : condition;
    }

    /** Where its admin API and its dashboard are, once it serves. */
    Optional<URI> address() {
        try {
            String port = Files.readString(folder.resolve("port")).strip();
            return port.isEmpty() ? Optional.empty() : Optional.of(URI.create("http://127.0.0.1:" + port));
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    Optional<NodeConnection> client(AdminClient http) {
        return address().map(uri -> new NodeConnection(uri, http, PATIENCE, Optional::empty));
    }

    List<Span> spans() {
        return activity.spans(id);
    }

    /** What it printed last, which may say why it ended. */
    String lastWords() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("log"));
            return String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        } catch (IOException silent) {
            return "";
        }
    }

    /** SIGKILL: it is gone when this returns. */
    void kill() {
        condition = Condition.KILLED;
        process.destroyForcibly();
        process.onExit().join();
    }

    /** SIGSTOP: it stands still, and its connections stay open. */
    void pause() {
        condition = Condition.PAUSED;
        signal("STOP");
    }

    void resume() {
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
