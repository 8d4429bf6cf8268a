// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Debian's PgBouncer in front of a PostgreSQL, as long as a test needs it. */
public final class PgBouncer implements AutoCloseable {
    private final Process process;
    private final TestDatabase plain;
    private final TestDatabase database;

    private PgBouncer(Process process, TestDatabase plain, TestDatabase database) {
        this.process = process;
        this.plain = plain;
        this.database = database;
    }

    private static Optional<Path> binary() {
        return Stream.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static boolean isInstalled() {
        return binary().isPresent();
    }

    /** @param option a line of its configuration */
    public static PgBouncer start(TestDatabase server, String mode, String option) throws IOException {
        // In the folder for temporary files, because the user that it runs as cannot look into a home.
        Path home = Files.createTempDirectory("pgbouncer");
        int port = FreePorts.take();
        String address = server.url().replaceAll(".*//([^/]+)/.*", "$1");
        Path users =
                Files.writeString(home.resolve("users"), "\"" + server.user() + "\" \"" + server.password() + "\"\n");
        Path config = Files.writeString(
                home.resolve("ini"), """
                [databases]
                baton = host=127.0.0.1 port=%s dbname=baton
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = plain
                auth_file = %s
                pool_mode = %s
                ignore_startup_parameters = extra_float_digits
                %s
                """.formatted(address.replaceAll(".*:", ""), port, users, mode, option));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> command = new ArrayList<>(List.of(binary().orElseThrow().toString(), "-q"));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(config.toString());
        Path log = home.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        TestDatabase pooled = new TestDatabase(
                "jdbc:postgresql://127.0.0.1:" + port + "/baton?prepareThreshold=0", server.user(), server.password());
        Eventually.eventually("PgBouncer answers", Duration.ofSeconds(20), () -> answers(pooled), () -> "see " + log);
        return new PgBouncer(process, server, pooled);
    }

    private static boolean answers(TestDatabase pooled) {
        try (Connection connection = DriverManager.getConnection(pooled.url(), pooled.user(), pooled.password())) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    public TestDatabase database() {
        return database;
    }

    /** The server behind it. */
    TestDatabase plain() {
        return plain;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
