// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real MySQL 8.0 from its distribution, which {@code -Pmysql} unpacks. */
final class MySqlServer {
    static final TestDatabase DATABASE = start();

    private MySqlServer() {}

    private static TestDatabase start() {
        String home = System.getProperty("baton.mysql.home");
        if (home == null) {
            throw new AssertionError("no MySQL here: run with -Pmysql");
        }
        try {
            Path work = Servers.fresh("mysql-data");
            Path mysqld = Path.of(home, "bin", "mysqld");
            if (!mysqld.toFile().setExecutable(true)) {
                throw new AssertionError("cannot make " + mysqld + " executable");
            }
            int port = FreePorts.take();
            List<String> common = List.of(
                    mysqld.toString(),
                    "--no-defaults",
                    "--user=" + System.getProperty("user.name"),
                    "--basedir=" + home,
                    "--datadir=" + work.resolve("data"));
            run(work, common, "--initialize-insecure");
            Process server = launch(
                    work,
                    common,
                    "--port=" + port,
                    "--bind-address=127.0.0.1",
                    "--mysqlx=OFF",
                    "--max-connections=300",
                    "--socket=" + work.resolve("sock"));
            Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
            String url = "jdbc:mysql://127.0.0.1:" + port;
            Eventually.eventually("MySQL answers", Duration.ofSeconds(60), () -> answers(url), () -> logOf(work));
            new TestDatabase(url, "root", "")
                    .run(
                            "CREATE DATABASE baton",
                            "CREATE USER baton@'%' IDENTIFIED BY '" + Servers.CANARY + "'",
                            "GRANT ALL ON *.* TO baton@'%' WITH GRANT OPTION");
            return new TestDatabase(url + "/baton", "baton", Servers.CANARY);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static boolean answers(String url) {
        try (Connection connection = DriverManager.getConnection(url, "root", "")) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static void run(Path work, List<String> common, String... more) throws IOException {
        Process process = launch(work, common, more);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError("MySQL does not start; it needs libaio1: " + logOf(work));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Process launch(Path work, List<String> common, String... more) throws IOException {
        List<String> command = new ArrayList<>(common);
        command.addAll(List.of(more));
        File log = work.resolve("log").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    private static String logOf(Path work) {
        try {
            return Files.readString(work.resolve("log"));
        } catch (IOException none) {
            return "no log";
        }
    }
}
