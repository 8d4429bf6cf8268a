// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds out whether a pooler, such as PgBouncer with {@code pool_mode = transaction}, lends the server process behind a
 * connection to other connections between transactions.
 *
 * <p>A server tells its process id when a session begins. A pooler begins sessions of its own and tells a number that it
 * made up. So where the two numbers are the same there is no pooler. Where they differ, a second connection settles it:
 * two sessions never have the same process, and a session never changes its process.
 */
final class PostgresPooler {
    /** Orders of asking, since some poolers lend out what came back last, and others what came back first. */
    private static final int ROUNDS = 8;

    private PostgresPooler() {}

    static Optional<String> problem(Connection connection, Dialect.ConnectionSource another) throws SQLException {
        int process = processOf(connection);
        OptionalInt told = toldAtTheStart(connection);
        if (told.isPresent() && told.getAsInt() == process) {
            return Optional.empty();
        }
        Connection second = another.open();
        try {
            return isShared(connection, process, second)
                    ? Optional.of("the connection goes through a pooler that lends its server session to others between"
                            + " transactions (PgBouncer's pool_mode transaction or statement), so the limits that Baton"
                            + " sets would hit them: connect to the server itself, or use pool_mode session for this"
                            + " user")
                    : Optional.empty();
        } finally {
            second.close();
        }
    }

    private static boolean isShared(Connection first, int process, Connection second) throws SQLException {
        boolean autoCommit = second.getAutoCommit();
        second.setAutoCommit(true);
        try {
            int other = processOf(second);
            boolean shared = other == process;
            for (int round = 0; round < ROUNDS && !shared; round++) {
                boolean secondFirst = round % 2 == 0;
                int before = secondFirst ? processOf(second) : processOf(first);
                int after = secondFirst ? processOf(first) : processOf(second);
                shared = before != (secondFirst ? other : process) || after != (secondFirst ? process : other);
            }
            return shared;
        } finally {
            second.setAutoCommit(autoCommit);
        }
    }

    private static int processOf(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT pg_backend_pid()")) {
            result.next();
            return result.getInt(1);
        }
    }

    /** Empty if the driver is not pgjdbc, or is hidden. */
    private static OptionalInt toldAtTheStart(Connection connection) {
        Optional<Object> driver = PgJdbc.behind(connection);
        if (driver.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            Method told = PgJdbc.type(driver.get(), "PGConnection").getMethod("getBackendPID");
            return OptionalInt.of((Integer) told.invoke(driver.get()));
        } catch (ReflectiveOperationException other) {
            return OptionalInt.empty();
        }
    }
}
