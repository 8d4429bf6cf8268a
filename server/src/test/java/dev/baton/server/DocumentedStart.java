// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import java.nio.file.Path;
import java.util.Optional;

/** Java of the page about the server: compiled here, and not run. */
final class DocumentedStart {
    private DocumentedStart() {}

    static void start() {
        // tag::start[]
        NodeConfig config = NodeConfig.read(Optional.of(Path.of("node.yml")), System.getenv());
        try (BatonServer server = BatonServer.start(config)) {
            System.out.println("serving at " + server.adminUrl().orElse("no port"));
        }
        // end::start[]
    }
}
