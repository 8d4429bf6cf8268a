// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.internal.check.Validation;
import dev.baton.sql.dialect.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An update of one row of a table that carries its own epoch column: it takes effect only if no later leader has
 * written that row. Needs no lease or fence table, so it also guards tables in other databases.
 *
 * <pre>{@code
 * boolean found = new GuardedUpdate("orders", "id", "epoch")
 *         .set("status", "sent")
 *         .execute(connection, leadership, 4711);
 * }</pre>
 */
public final class GuardedUpdate {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}(\\.[A-Za-z_][A-Za-z0-9_]{0,62})?");

    private final String table;
    private final String keyColumn;
    private final String epochColumn;
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    /** @param keyColumn identifies one row */
    public GuardedUpdate(String table, String keyColumn, String epochColumn) {
        this.table = name("table", table);
        this.keyColumn = name("key column", keyColumn);
        this.epochColumn = name("epoch column", epochColumn);
    }

    private static String name(String what, String name) {
        Validation.of("guarded update")
                .require(NAME.matcher(name).matches(), "the name of the %s is not an SQL identifier", what)
                .check();
        return name;
    }

    /** Adds a column to be written. */
    public GuardedUpdate set(String column, @Nullable Object value) {
        values.put(name("column", column), value);
        return this;
    }

    /**
     * Writes the row under the leader's epoch.
     *
     * @param connection in a transaction, which the caller commits or rolls back
     * @return whether there is such a row
     * @throws FencedException if a later leader has written it; nothing was changed
     */
    public boolean execute(Connection connection, Leadership leadership, Object key) throws SQLException {
        leadership.check();
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("a guarded update of " + table
                    + " is verified before it is committed, so it needs a transaction: switch autocommit off");
        }
        long epoch = leadership.epoch().value();
        update(connection, epoch, key);
        // The update has locked the row, so this reads what it left; a row count would prove nothing.
        Long stored = epochOf(connection, key);
        if (stored == null) {
            return false;
        }
        if (stored != epoch) {
            FencedException refusal = new FencedException(leadership.election(), leadership.epoch(), Epoch.of(stored));
            leadership.refused(refusal);
            throw refusal;
        }
        return true;
    }

    private void update(Connection connection, long epoch, Object key) throws SQLException {
        String assignments =
                values.keySet().stream().map(column -> column + " = ?, ").collect(Collectors.joining());
        String text = "UPDATE " + table + " SET " + assignments + epochColumn + " = ? WHERE " + keyColumn + " = ? AND "
                + epochColumn + " <= ?";
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            int place = 1;
            for (Object value : values.values()) {
                statement.setObject(place++, value);
            }
            statement.setLong(place++, epoch);
            statement.setObject(place++, key);
            statement.setLong(place, epoch);
            statement.executeUpdate();
        }
    }

    private @Nullable Long epochOf(Connection connection, Object key) throws SQLException {
        SqlText query =
                new SqlText("SELECT " + epochColumn + " FROM " + table + " WHERE " + keyColumn + " = :key FOR UPDATE");
        try (PreparedStatement statement = query.prepare(connection, Map.of("key", key));
                ResultSet result = statement.executeQuery()) {
            return result.next() ? result.getLong(1) : null;
        }
    }
}
