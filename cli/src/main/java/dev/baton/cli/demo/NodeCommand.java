// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.Duty;
import dev.baton.UnavailableException;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A server that ends with the demo, and records its activity if it is told where. Of no use by itself, so not shown. */
@Command(name = NodeCommand.NAME, hidden = true)
public final class NodeCommand implements Callable<Integer> {
    static final String NAME = "demo-node";

    @Option(names = "-c", required = true)
    private Path config = Path.of("");

    @Option(names = "--activity")
    private @Nullable Path activity;

    @Option(names = "--resource")
    private String resource = "";

    /**
     * Writes the configuration of a node, and answers with the arguments that run it.
     *
     * @param elector the section of its elector
     * @param port of its admin API
     * @param more sections
     */
    public static List<String> prepare(String id, Path folder, String elector, int port, String more)
            throws IOException {
        Path config = DemoProcesses.writePrivate(
                folder.resolve("node.yml"), """
                node:
                  id: %s
                  cluster: demo
                %selections:
                  - {name: coordinator, takeover_delay: 0s}
                admin:
                  port: %d
                  port_file: "%s"
                %s
                """.formatted(id, elector, port, DemoProcess.portFile(folder), more));
        return List.of(NAME, "-c", config.toString());
    }

    /** The further arguments with which it records its activity. */
    static List<String> recording(Path activity, String resource) {
        return List.of("--activity", activity.toString(), "--resource", resource);
    }

    @Override
    public Integer call() throws IOException {
        try (BatonServer server = start()) {
            // The demo holds the other end, and lets go when it ends, however it ends.
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        return 0;
    }

    /** On the port that it was given or, if that was taken meanwhile, on any. */
    private BatonServer start() {
        try {
            return start(Map.of());
        } catch (UnavailableException taken) {
            return start(Map.of("BATON_ADMIN_PORT", "0"));
        }
    }

    private BatonServer start(Map<String, String> environment) {
        Optional<Duty> recorded =
                Optional.ofNullable(activity).map(file -> ActivityDuty.of(ActivityFile.open(file), resource));
        return BatonServer.start(
                NodeConfig.read(Optional.of(config), environment),
                election -> recorded.stream().toList());
    }
}
