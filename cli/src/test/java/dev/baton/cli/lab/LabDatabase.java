// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import java.nio.file.Path;
import java.sql.SQLException;
import org.h2.tools.Server;

/** An H2 server on a free port of the loopback interface. */
public final class LabDatabase implements AutoCloseable {
    private final Server server;

    private LabDatabase(Server server) {
        this.server = server;
    }

    public static LabDatabase start(Path folder) {
        // Read once, when H2 is used for the first time.
        System.setProperty("h2.bindAddress", "127.0.0.1");
        try {
            return new LabDatabase(
                    Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                            .start());
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    public int port() {
        return server.getPort();
    }

    public String url() {
        return url(port());
    }

    /** The same database by way of another port. */
    public String url(int port) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/./lab;MODE=MySQL;DB_CLOSE_ON_EXIT=FALSE";
    }

    @Override
    public void close() {
        server.stop();
    }
}
