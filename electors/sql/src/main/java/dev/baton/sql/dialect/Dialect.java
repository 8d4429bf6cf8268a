// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.internal.check.Validation;
import dev.baton.sql.TableNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How one kind of database is spoken to. Stateless; any thread may use it. */
public sealed interface Dialect permits MySqlFamily, PostgresDialect, H2Dialect {
    /** The name of the database, as its makers write it. */
    String name();

    /** The oldest version that is supported. */
    ServerVersion floor();

    /** Refuses what is older than the {@link #floor()}. */
    default void requireSupported(ServerVersion version) {
        Validation.of("database")
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

    /** The elections, with their epochs, whose leases were given back within the last {@code :window} microseconds. */
    SqlText released();

    /**
     * The rows of {@code :elections} as {@link LeaseStatements#read} tells them, and with them those that were given back
     * within the last {@code :window} microseconds; empty where these need not be asked for.
     */
    default Optional<SqlText> readWithReleased() {
        return Optional.empty();
    }

    /** Asks to be told on this connection when leases are given back; empty if that takes looking. */
    default Optional<Notifications> notices(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /** Tells those who listen that the leases of {@code :elections} were given back, if there is a way. */
    default Optional<SqlText> announceRelease() {
        return Optional.empty();
    }

    /**
     * Tells those who listen until when the leases of {@code :elections} last, by the database's clock, if there is a way.
     * If so, the statements that read rows give that clock with each, as {@code clock_micros}.
     */
    default Optional<SqlText> announceRenewal() {
        return Optional.empty();
    }

    /** How the value of a session variable is asked for: an expression. */
    String variable(String name);

    /** The statement that gives a session variable a value. */
    String setVariable(String name, String literal);

    /** What a lease store sets in its session, by variable: nothing waits on the server for longer than told. */
    Map<String, Object> sessionLimits(Duration longest);

    /** The isolation level in which a lease store runs. */
    default int isolation(Connection connection) throws SQLException {
        return Connection.TRANSACTION_READ_COMMITTED;
    }

    /**
     * Lets the server end the transaction on this connection if it is idle for longer, as that of a paused process
     * does, and with it give free what it holds. Whole seconds where the server counts in them. What outlives the
     * transaction is undone with {@code change}.
     */
    void limitIdle(Connection connection, Duration longest, SessionChange change) throws SQLException;

    /**
     * Whether a savepoint is open in this transaction whose rollback would take back the lock that was taken last.
     * False where such locks outlive savepoints, and where the database cannot tell.
     */
    default boolean isInSavepoint(Connection connection) throws SQLException {
        return false;
    }

    /**
     * Why what is set in the session of this connection, in autocommit mode, does not stay with it; empty if it does.
     *
     * @param another opens another connection in the same way, if it takes one to find out
     */
    default Optional<String> sharedSession(Connection connection, ConnectionSource another) throws SQLException {
        return Optional.empty();
    }

    /** A way to get connections. */
    @FunctionalInterface
    interface ConnectionSource {
        Connection open() throws SQLException;
    }

    /** The longest that servers take for a limit. */
    long MAX_SECONDS = 31_536_000;

    /** Seconds, rounded up, of which there is at least one, and no more than servers take. */
    static long seconds(Duration duration) {
        return Math.min(MAX_SECONDS, Math.max(1, duration.plusMillis(999).toSeconds()));
    }

    /** What an error means. */
    SqlFailure failure(SQLException error);

    /** What is wrong with the tables, and what to do about it; empty if nothing is. */
    List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException;

    /** All that the database says about what it is. */
    default String versionText(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductVersion();
    }

    /** Has this session wait until what it commits is durable, where a session can choose; undone with {@code change}. */
    default void makeDurable(Connection connection, SessionChange change) throws SQLException {}

    /** Whether what is committed outlives a crash, once it was {@linkplain #makeDurable made to}. */
    Durability durability(Connection connection) throws SQLException;

    /** Makes what was committed outlive a crash of the machine, where a commit alone does not. */
    default void flush(Connection connection) throws SQLException {}

    /**
     * Whether a warning says that what was committed may not be where the server was told to have it before it answers.
     */
    default boolean doubtsCommit(SQLWarning warning) {
        return false;
    }

    /**
     * Passes if nothing that the server remarked on a statement puts its commit in doubt.
     *
     * @throws SQLException if the outcome of the commit is unknown
     */
    default void requireCommitted(Statement executed) throws SQLException {
        requireNoDoubt(executed.getWarnings());
    }

    /** The same for a transaction, whose commit the connection has just done: without warnings of before. */
    default void requireCommitted(Connection connection) throws SQLException {
        requireNoDoubt(connection.getWarnings());
    }

    private void requireNoDoubt(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            if (doubtsCommit(warning)) {
                throw new SQLException(
                        "committed here, but perhaps nowhere else: " + warning.getMessage(), OUTCOME_UNKNOWN, warning);
            }
        }
    }

    /**
     * Whether readers see what was committed before it is where the server was told to have it: then only a commit of
     * one's own, sent after reading, proves that what was read will last.
     */
    default boolean showsUnconfirmed() {
        return false;
    }

    /** SQL's own state for a transaction whose outcome is unknown. */
    String OUTCOME_UNKNOWN = "08007";

    /** The first value that a query without parameters answers; empty if there is none. */
    static String ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            String value = result.next() ? result.getString(1) : null;
            return value == null ? "" : value;
        }
    }

    /** The statements that create the tables where they are missing, as in {@code docs/sql}. */
    default List<String> ddl(TableNames tables) {
        return statements(Dialect.class, name(), text -> SqlText.withNames(text, tables));
    }

    /**
     * The statements of the file beside a class that is for one kind of database.
     *
     * @param names puts table names in place of the default ones
     */
    static List<String> statements(Class<?> beside, String database, UnaryOperator<String> names) {
        String file = database.toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + file);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(names.apply(text).split(";"))
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
