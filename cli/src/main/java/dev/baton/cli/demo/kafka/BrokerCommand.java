// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.cli.demo.DemoProcesses;
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

/** A server that ends with the demo. Of no use by itself, so not shown. */
@Command(name = BrokerCommand.NAME, hidden = true)
public final class BrokerCommand implements Callable<Integer> {
    static final String NAME = "demo-broker";

    @Option(names = "-c", required = true)
    private Path config = Path.of("");

    /** Writes the configuration of a broker, and answers with the arguments that run it. */
    static List<String> prepare(String id, Path folder, String elector, Path portFile, int kafkaPort)
            throws IOException {
        Path config =
                DemoProcesses.writePrivate(folder.resolve("node.yml"), """
                node:
                  id: %s
                  cluster: demo
                %selections:
                  - {name: coordinator, takeover_delay: 0s}
                admin:
                  port: 0
                  port_file: "%s"
                kafka: {enabled: true, port: %d}
                """.formatted(id, elector, portFile, kafkaPort));
        return List.of(NAME, "-c", config.toString());
    }

    @Override
    public Integer call() throws IOException {
        try (BatonServer server = BatonServer.start(NodeConfig.read(Optional.of(config), Map.of()))) {
            // The demo holds the other end, and lets go when it ends, however it ends.
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        return 0;
    }
}
