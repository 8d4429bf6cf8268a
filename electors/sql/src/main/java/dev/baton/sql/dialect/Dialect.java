// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.core.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How one kind of database is spoken to. Stateless; any thread may use it. */
public sealed interface Dialect permits MySqlDialect, MariaDbDialect, PostgresDialect, H2Dialect {
    /** The name of the database, as its makers write it. */
    String name();

    /** The oldest version that is supported. */
    ServerVersion floor();

    /** Refuses what is older than the {@link #floor()}. */
    default void requireSupported(ServerVersion version) {
        Rules.of("database")
                .require(
                        version.compareTo(floor()) >= 0,
                        "%s %s is too old: %s or newer is needed",
                        name(),
                        version,
                        floor())
                .check();
    }

    LeaseStatements lease();

    /** Notes a claim of {@code :node} on the leases of {@code :owners} for {@code :length} microseconds. */
    SqlText claim();

    FenceStatements fence();

    /** Sets what the lease store needs on a connection of its own; nothing waits on the server for longer than told. */
    void prepare(Connection connection, Duration longest) throws SQLException;

    /**
     * Lets the server end a transaction on this connection that stands still for longer, as that of a paused process
     * does, and with it give free what it holds. Whole seconds where the server counts in them.
     */
    void limitIdle(Connection connection, Duration longest) throws SQLException;

    /** Undoes {@link #limitIdle}, where that outlives the transaction. */
    void unlimitIdle(Connection connection) throws SQLException;

    /** Seconds, rounded up, of which there is at least one. */
    static long seconds(Duration duration) {
        return Math.max(1, duration.plusMillis(999).toSeconds());
    }

    /** What an error means. */
    Failure failure(SQLException error);

    /** What is wrong with the tables, in words that say what to do; empty if nothing is. */
    List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException;

    /** Whether rows outlive the processes that use the database. */
    default boolean isDurable(Connection connection) throws SQLException {
        return true;
    }

    /** The statements that create the tables where they are missing, as in {@code docs/sql}. */
    default List<String> ddl(TableNames tables) {
        String file = name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = Dialect.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + file);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(tables.in(text).split(";"))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Runs statements without parameters. */
    static void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        }
    }
}
