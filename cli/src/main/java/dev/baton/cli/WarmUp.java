// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Does a little of everything and ends, so that the JVM knows which classes belong into the archive for fast starts. */
public final class WarmUp {
    private static final String NODE = """
            node:
              id: warm-up
            elector:
              type: sql
              sql:
                url: "jdbc:h2:mem:warm-up;MODE=MySQL;DB_CLOSE_DELAY=-1"
                peer:
                  enabled: true
            admin:
              port: 0
            """;

    private WarmUp() {}

    public static void main(String[] arguments) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        CliEnvironment quiet =
                new CliEnvironment(InputStream.nullInputStream(), nowhere, nowhere, Map.of(), false, false);
        BatonCommand.run(quiet, "version");
        BatonCommand.run(quiet, "status", "--help");
        try (BatonServer server = BatonServer.start(NodeConfig.parse(NODE, Map.of()))) {
            String url = server.adminUrl().orElseThrow();
            for (String command : List.of("status", "elections", "nodes", "duties", "events")) {
                BatonCommand.run(quiet, command, "--server", url);
                BatonCommand.run(quiet, command, "--json", "--server", url);
            }
        }
        System.exit(ExitCode.OK.number());
    }
}
