// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.admin.AdminClient;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.demo.ActivityFile.Span;
import dev.baton.cli.demo.DemoProcess.Condition;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One node in a process of its own. */
final class DemoNode {
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String ACTIVITY = "activity";

    private final String id;
    private final Path folder;
    private final ActivityFile activity;
    private final DemoProcess process;

    private DemoNode(String id, Path folder, ActivityFile activity, DemoProcess process) {
        this.id = id;
        this.folder = folder;
        this.activity = activity;
        this.process = process;
    }

    /** @param port the admin port, if it is free; any other if not */
    static DemoNode start(DemoProcesses processes, String id, String section, int port, String resource) {
        DemoProcess process = processes.start(id, folder -> prepare(id, folder, section, port, resource));
        Path folder = processes.folder(id);
        return new DemoNode(id, folder, ActivityFile.open(folder.resolve(ACTIVITY)), process);
    }

    private static List<String> prepare(String id, Path folder, String section, int port, String resource)
            throws IOException {
        Path portFile = folder.resolve("port");
        Files.deleteIfExists(portFile);
        Path activity = folder.resolve(ACTIVITY);
        if (!Files.exists(activity)) {
            ActivityFile.create(activity);
        }
        Path config =
                DemoProcesses.writePrivate(folder.resolve("node.yml"), """
                node:
                  id: %s
                  cluster: demo
                %selections:
                  - {name: coordinator, takeover_delay: 0s}
                admin:
                  port: %d
                  port_file: "%s"
                """.formatted(id, section, port, portFile));
        return NodeCommand.arguments(config, activity, resource);
    }

    String id() {
        return id;
    }

    DemoProcess process() {
        return process;
    }

    Condition condition() {
        return process.condition();
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
}
