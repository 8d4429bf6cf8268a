// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testkit.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Pools of connections as an application has them, and what a connection looks like when it is new. */
final class Pools {
    private static final Map<TestDatabase, TestDatabase> POOLED = new ConcurrentHashMap<>();

    /** Variables that change by themselves, or that name the session. */
    private static final Set<String> OF_THE_MOMENT = Set.of(
            "application_name",
            "error_count",
            "gtid_seq_no",
            "identity",
            "insert_id",
            "last_gtid",
            "last_insert_id",
            "pseudo_thread_id",
            "rand_seed1",
            "rand_seed2",
            "rand_seed",
            "statement_id",
            "timestamp",
            "warning_count");

    static {
        // H2's error for a closed connection is not one that the pool knows, so it would be handed out once more.
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
    }

    private Pools() {}

    /** The database through its own pool, which lives as long as the JVM. */
    static TestDatabase of(TestDatabase database) {
        return POOLED.computeIfAbsent(database, it -> it.through(newPool(it, 60)));
    }

    static HikariDataSource newPool(TestDatabase database, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMinimumIdle(0);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    /** Ends a connection for good, also where closing it would give it back to a pool. */
    static void destroy(Connection connection) throws SQLException {
        connection.unwrap(Connection.class).close();
    }

    /** Everything that a session says of itself. */
    static Map<String, String> stateOf(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        Map<String, String> state = new TreeMap<>();
        state.put("autocommit", Boolean.toString(connection.getAutoCommit()));
        state.put("readOnly", Boolean.toString(connection.isReadOnly()));
        state.put("isolation", Integer.toString(connection.getTransactionIsolation()));
        state.put("networkTimeout", Integer.toString(connection.getNetworkTimeout()));
        String query = switch (product) {
            case "PostgreSQL" ->
                "SELECT name, setting FROM pg_settings WHERE context IN ('user', 'superuser')"
                        + " UNION ALL SELECT 'listens', pg_listening_channels()";
            case "H2" ->
                "SELECT SETTING_NAME, SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                        + " WHERE SETTING_NAME IN ('QUERY_TIMEOUT', 'MODE')"
                        + " UNION SELECT 'LOCK_TIMEOUT', CAST(LOCK_TIMEOUT() AS VARCHAR)";
            default -> "SHOW SESSION VARIABLES";
        };
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                if (!OF_THE_MOMENT.contains(result.getString(1))) {
                    state.put(result.getString(1), String.valueOf(result.getString(2)));
                }
            }
        }
        return state;
    }

    /** After each test, all connections have come back to the pool, and each looks like a new one. */
    static final class Check implements AfterEachCallback {
        private final TestDatabase pooled;

        Check(TestDatabase pooled) {
            this.pooled = pooled;
        }

        @Override
        public void afterEach(ExtensionContext context) throws SQLException {
            HikariDataSource pool = (HikariDataSource) pooled.pool().orElseThrow();
            Eventually.eventually(
                    "all connections are back",
                    Duration.ofSeconds(20),
                    () -> pool.getHikariPoolMXBean().getActiveConnections() == 0,
                    () -> pool.getHikariPoolMXBean().getActiveConnections() + " are out");
            Map<String, String> asNew;
            try (Connection fresh = DriverManager.getConnection(pooled.url(), pooled.user(), pooled.password())) {
                asNew = stateOf(fresh);
            }
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = pool.getHikariPoolMXBean().getIdleConnections(); i > 0; i--) {
                    Connection used = pool.getConnection();
                    all.add(used);
                    assertThat(stateOf(used)).isEqualTo(asNew);
                }
            } finally {
                all.forEach(BorrowedConnection::close);
            }
        }
    }
}
