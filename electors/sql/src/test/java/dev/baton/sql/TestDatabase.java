// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.sql.dialect.Dialects;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A database to test on, with a user that may do everything in it.
 *
 * @param pool where connections come from, if not from the driver
 */
public record TestDatabase(String url, String user, String password, Optional<DataSource> pool) {
    private static final AtomicInteger TABLES = new AtomicInteger();

    public TestDatabase(String url, String user, String password) {
        this(url, user, password, Optional.empty());
    }

    /** The same database, through a pool. */
    TestDatabase through(DataSource source) {
        return new TestDatabase(url, user, password, Optional.of(source));
    }

    /** The same database with options added to its URL. */
    TestDatabase with(String options) {
        String separator = url.startsWith("jdbc:h2:") ? ";" : url.contains("?") ? "&" : "?";
        return new TestDatabase(url + separator + options, user, password);
    }

    TestDatabase as(String otherUser, String otherPassword) {
        return new TestDatabase(url, otherUser, otherPassword);
    }

    public SqlDatabase database() {
        return pool.map(SqlDatabase::of).orElseGet(() -> SqlDatabase.at(url, user, () -> password));
    }

    Connection connect() {
        try {
            return pool.isPresent() ? pool.get().getConnection() : DriverManager.getConnection(url, user, password);
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }

    /** A connection in a transaction of this isolation level. */
    Connection begin(int isolation) throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(isolation);
        return connection;
    }

    /** Names for tables that no other test uses. */
    static TableNames freshNames() {
        return TableNames.withPrefix("t" + TABLES.incrementAndGet() + "_");
    }

    /** New, empty tables. */
    TableNames newTables() {
        TableNames tables = freshNames();
        // A file database may have them from an earlier run.
        run("DROP TABLE IF EXISTS " + tables.lease(), "DROP TABLE IF EXISTS " + tables.fence());
        new SqlSchema(database(), tables).create();
        return tables;
    }

    String product() {
        try (Connection connection = connect()) {
            return Dialects.of(connection).name();
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }

    public void run(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }

    public String ask(String query) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getString(1) : "nothing";
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }

    /** Lets time pass for the leases in these tables, without waiting for it. */
    void age(TableNames tables, Duration by) {
        String product = product();
        run("UPDATE " + tables.lease() + " SET expires_at = " + aged(product, "expires_at", by) + ", claimed_until = "
                + aged(product, "claimed_until", by));
    }

    private static String aged(String product, String column, Duration by) {
        return switch (product) {
            case "PostgreSQL" -> column + " - INTERVAL '" + by.toMillis() + " milliseconds'";
            case "H2" -> "DATEADD(MILLISECOND, " + by.negated().toMillis() + ", " + column + ")";
            default -> column + " + INTERVAL " + by.negated().toMillis() * 1000 + " MICROSECOND";
        };
    }
}
