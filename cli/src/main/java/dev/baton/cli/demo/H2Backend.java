// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.h2.tools.Server;

/** A database in this process's memory, served to the nodes on a free port of the loopback interface. */
public final class H2Backend implements DemoBackend {
    private static final String NAME = "mem:baton-demo;MODE=MySQL;DB_CLOSE_DELAY=-1";
    private static final String USER = "demo";
    /** Short, so that not much time passes until a paused process is replaced. */
    public static final Duration LEASE = Duration.ofSeconds(3);

    private final String password;
    private final Connection keeper;

    private final Server server;

    private H2Backend(String password, Connection keeper, Server server) {
        this.password = password;
        this.keeper = keeper;
        this.server = server;
    }

    public static H2Backend open() {
        // Read once, when H2 is used for the first time.
        System.setProperty("h2.bindAddress", "127.0.0.1");
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        try {
            // Created here, so that no node needs the right to create databases over the network.
            Connection keeper = DriverManager.getConnection("jdbc:h2:" + NAME, USER, password);
            return new H2Backend(
                    password, keeper, Server.createTcpServer("-tcpPort", "0").start());
        } catch (SQLException problem) {
            throw new DemoFailure("the demo's database does not start: " + problem.getMessage());
        }
    }

    /** The database as other processes reach it. */
    public String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + NAME;
    }

    /** The database as this process reaches it. */
    public String localUrl() {
        return "jdbc:h2:" + NAME;
    }

    public String user() {
        return USER;
    }

    public String password() {
        return password;
    }

    @Override
    public String section(String node, Path shared) {
        return """
                elector:
                  type: sql
                  sql:
                    url: "%s"
                    user: %s
                    password: "%s"
                    lease: %ds
                    peer:
                      enabled: true
                      lock_folder: "%s"
                """.formatted(url(), USER, password, LEASE.toSeconds(), shared);
    }

    @Override
    public boolean canElect(List<String> up, List<String> all) {
        return !up.isEmpty();
    }

    @Override
    public void close() {
        server.stop();
        try {
            keeper.close();
        } catch (SQLException gone) {
            // It ends with the process in any case.
        }
    }
}
