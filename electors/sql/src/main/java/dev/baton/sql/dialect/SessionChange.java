// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Variables of a session that were changed, with the values that they had before. Confined to the thread that uses the
 * connection.
 */
public final class SessionChange {
    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, Object> before = new LinkedHashMap<>();

    public SessionChange(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** Sets variables, after their values were read. May have set some of them if it fails: undo it all the same. */
    public void apply(Map<String, ?> wanted) throws SQLException {
        List<String> unread =
                wanted.keySet().stream().filter(it -> !before.containsKey(it)).toList();
        if (!unread.isEmpty()) {
            before.putAll(read(unread));
        }
        set(wanted);
    }

    /** Gives the variables the values that they had before. */
    public void undo() throws SQLException {
        set(before);
        before.clear();
    }

    private Map<String, Object> read(List<String> variables) throws SQLException {
        String query = variables.stream().map(dialect::variable).collect(Collectors.joining(", ", "SELECT ", ""));
        Map<String, Object> values = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            for (int i = 0; i < variables.size(); i++) {
                values.put(variables.get(i), result.getObject(i + 1));
            }
        }
        return values;
    }

    private void set(Map<String, ?> values) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, ?> value : values.entrySet()) {
                statement.execute(dialect.setVariable(value.getKey(), literal(value.getValue())));
            }
        }
    }

    private static String literal(Object value) {
        return value instanceof Number
                ? new BigDecimal(value.toString()).toPlainString()
                : "'" + value.toString().replace("'", "''") + "'";
    }
}
