// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The connection pool of a candidate on a database, with HikariCP's defaults but for its size. */
final class Pool {
    private static final int CONNECTIONS = 10;

    private Pool() {}

    static HikariDataSource of(CandidateProcess process) throws IOException {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl(process.text("url"));
        configuration.setUsername(process.text("user"));
        configuration.setPassword(password(process));
        configuration.setMaximumPoolSize(CONNECTIONS);
        configuration.setMinimumIdle(1);
        return new HikariDataSource(configuration);
    }

    /** From a file, because every user can read the arguments of a process. */
    static String password(CandidateProcess process) throws IOException {
        return Files.readString(Path.of(process.text("passwordFile")));
    }
}
