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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One node in its own process. */
final class DemoNode {
    private static final String ACTIVITY = "activity";

    private final String id;
    private final ActivityFile activity;
    private final DemoProcess process;

    private DemoNode(String id, ActivityFile activity, DemoProcess process) {
        this.id = id;
        this.activity = activity;
        this.process = process;
    }

    /** @param port the admin port, if it is free; any other if not */
    static DemoNode start(DemoProcesses processes, String id, String section, int port, String resource) {
        DemoProcess process = processes.start(id, folder -> prepare(id, folder, section, port, resource));
        return new DemoNode(id, ActivityFile.open(processes.folder(id).resolve(ACTIVITY)), process);
    }

    private static List<String> prepare(String id, Path folder, String section, int port, String resource)
            throws IOException {
        Path activity = folder.resolve(ACTIVITY);
        if (!Files.exists(activity)) {
            ActivityFile.create(activity);
        }
        List<String> arguments = new ArrayList<>(NodeCommand.prepare(id, folder, section, port, ""));
        arguments.addAll(NodeCommand.recording(activity, resource));
        return arguments;
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
        return process.address();
    }

    Optional<NodeConnection> client(AdminClient http) {
        return process.client(http);
    }

    List<Span> spans() {
        return activity.spans(id);
    }
}
