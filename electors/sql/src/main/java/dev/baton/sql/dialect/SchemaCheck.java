// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares the tables of a database with what the statements need: that they are there, are tables, have the right
 * columns, and that the user may read and write them. Unknown columns are ignored: a newer version may have
 * added them.
 */
final class SchemaCheck {
    private static final Set<String> KEY = Set.of("election", "cluster_name");
    /** The type of each column, by a name that every dialect translates. */
    private static final Map<String, String> LEASE = new LinkedHashMap<>();

    private static final Map<String, String> FENCE = new LinkedHashMap<>();

    static {
        LEASE.put("cluster_name", "cluster");
        LEASE.put("election", "name");
        LEASE.put("epoch", "bigint");
        LEASE.put("node_id", "name");
        LEASE.put("incarnation", "mark");
        LEASE.put("token", "mark");
        LEASE.put("expires_at", "moment");
        LEASE.put("released", "boolean");
        LEASE.put("successor", "name");
        LEASE.put("endpoints", "text");
        LEASE.put("renewals", "bigint");
        LEASE.put("priority", "bigint");
        LEASE.put("claimant", "name");
        LEASE.put("claim_incarnation", "mark");
        LEASE.put("claim_priority", "bigint");
        LEASE.put("claimed_until", "moment");
        FENCE.put("cluster_name", "cluster");
        FENCE.put("election", "name");
        FENCE.put("epoch", "bigint");
    }

    private final TableNames tables;
    private final Map<String, List<String>> types = new HashMap<>();
    private SqlText kind = new SqlText("");
    private SqlText columns = new SqlText("");

    private SchemaCheck(TableNames tables) {
        this.tables = tables;
    }

    private record Column(String type, boolean notNull) {}

    static SchemaCheck of(TableNames tables) {
        return new SchemaCheck(tables);
    }

    /** The query for what a name stands for: one row, "table" if all is well. */
    SchemaCheck kind(String query) {
        this.kind = new SqlText(query);
        return this;
    }

    /** The query for columns: name, type, whether they refuse NULL. */
    SchemaCheck columns(String query) {
        this.columns = new SqlText(query);
        return this;
    }

    SchemaCheck type(String name, String... accepted) {
        types.put(name, List.of(accepted));
        return this;
    }

    List<String> problems(Connection connection, Function<SQLException, SqlFailure> failure) throws SQLException {
        List<String> problems = new ArrayList<>();
        check(connection, tables.lease(), LEASE, problems);
        check(connection, tables.fence(), FENCE, problems);
        if (problems.isEmpty()) {
            checkGrants(connection, tables.lease(), failure, problems);
            checkGrants(connection, tables.fence(), failure, problems);
        }
        return problems;
    }

    private void check(Connection connection, String table, Map<String, String> wanted, List<String> problems)
            throws SQLException {
        String found = kindOf(connection, table);
        if (found == null) {
            problems.add("table " + table + " is missing, or its user has no grant on it: create it with the statements"
                    + " in docs/sql, or ask for createSchema");
            return;
        }
        if (!found.equals("table")) {
            problems.add(table + " is a " + found + ": a plain transactional table is needed, as in docs/sql");
            return;
        }
        if (!keyOf(connection, table).equals(KEY)) {
            problems.add("the primary key of " + table + " must be (election, cluster_name), as in docs/sql: clusters"
                    + " that share the table would not get their rows");
        }
        Map<String, Column> columnsFound = columnsOf(connection, table);
        wanted.forEach((name, type) -> {
            Column column = columnsFound.get(name);
            List<String> accepted = types.getOrDefault(type, List.of());
            if (column == null) {
                problems.add("column " + table + "." + name + " is missing: add it as in docs/sql");
            } else if (!accepted.contains(column.type())) {
                problems.add("column " + table + "." + name + " is " + column.type() + " and must be "
                        + String.join(" or ", accepted));
            } else if (!column.notNull()) {
                problems.add("column " + table + "." + name + " must be NOT NULL");
            }
        });
    }

    private @Nullable String kindOf(Connection connection, String table) throws SQLException {
        try (PreparedStatement query = kind.prepare(connection, name(table));
                ResultSet result = query.executeQuery()) {
            return result.next() ? result.getString(1) : null;
        }
    }

    private Map<String, Column> columnsOf(Connection connection, String table) throws SQLException {
        Map<String, Column> found = new HashMap<>();
        try (PreparedStatement query = columns.prepare(connection, name(table));
                ResultSet result = query.executeQuery()) {
            while (result.next()) {
                found.put(
                        result.getString(1).toLowerCase(Locale.ROOT),
                        new Column(result.getString(2).toLowerCase(Locale.ROOT), result.getBoolean(3)));
            }
        }
        return found;
    }

    private static Set<String> keyOf(Connection connection, String table) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        boolean upper = about.storesUpperCaseIdentifiers();
        String shown = upper ? table.toUpperCase(Locale.ROOT) : table;
        int dot = shown.indexOf('.');
        String schema = dot < 0 ? connection.getSchema() : shown.substring(0, dot);
        Set<String> key = new HashSet<>();
        // MySQL and MariaDB call a schema a catalog.
        boolean catalogs = !about.supportsSchemasInDataManipulation();
        try (ResultSet columns = about.getPrimaryKeys(
                catalogs ? (dot < 0 ? connection.getCatalog() : schema) : null,
                catalogs ? null : schema,
                shown.substring(dot + 1))) {
            while (columns.next()) {
                key.add(columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return key;
    }

    private static Map<String, String> name(String table) {
        int dot = table.indexOf('.');
        return Map.of(
                "table", table, "schema", dot < 0 ? "" : table.substring(0, dot), "name", table.substring(dot + 1));
    }

    /** Tries what touches no row. A server that refuses writes says so here, with its own error. */
    private static void checkGrants(
            Connection connection, String table, Function<SQLException, SqlFailure> failure, List<String> problems)
            throws SQLException {
        Map<String, String> probes = new LinkedHashMap<>();
        probes.put("SELECT", "SELECT epoch FROM " + table + " WHERE 1 = 0");
        probes.put("UPDATE", "UPDATE " + table + " SET epoch = 0 WHERE 1 = 0");
        probes.put("INSERT", "INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0");
        for (Map.Entry<String, String> probe : probes.entrySet()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(probe.getValue());
            } catch (SQLException refused) {
                if (failure.apply(refused) != SqlFailure.FORBIDDEN) {
                    throw refused;
                }
                problems.add("the user may not " + probe.getKey() + " on " + table
                        + ": GRANT SELECT, INSERT, UPDATE ON " + table + " to it");
            }
        }
    }
}
