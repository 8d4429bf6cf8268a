// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A server that records its activity and ends with the demo. Hidden, since it is of no use alone. */
@Command(name = NodeCommand.NAME, hidden = true)
public final class NodeCommand implements Callable<Integer> {
    static final String NAME = "demo-node";

    @Option(names = "-c", required = true)
    private Path config = Path.of("");

    @Option(names = "--activity", required = true)
    private Path activity = Path.of("");

    @Option(names = "--resource", required = true)
    private String resource = "";

    /** The arguments that run this. */
    static List<String> arguments(Path config, Path activity, String resource) {
        return List.of(NAME, "-c", config.toString(), "--activity", activity.toString(), "--resource", resource);
    }

    @Override
    public Integer call() throws IOException {
        try (BatonServer server = start(ActivityFile.open(activity))) {
            // The demo holds the other end, which is closed when it ends, however it ends.
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        return 0;
    }

    /** On the port that it was given or, if that was taken meanwhile, on any. */
    private BatonServer start(ActivityFile file) {
        try {
            return start(file, Map.of());
        } catch (UnavailableException taken) {
            return start(file, Map.of("BATON_ADMIN_PORT", "0"));
        }
    }

    private BatonServer start(ActivityFile file, Map<String, String> environment) {
        return BatonServer.start(
                NodeConfig.read(Optional.of(config), environment),
                election -> List.of(ActivityDuty.of(file, resource)));
    }
}
