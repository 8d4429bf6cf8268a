// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.UnavailableException;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks the tables of work, for maintenance. Changes nothing. */
public final class SqlWorkSchema {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final List<String> TABLES = List.of(
            "baton_work_version", "baton_work_list", "baton_work_worker", "baton_work_rule", "baton_work_partition");

    private final SqlDatabase database;
    private final WorkTables tables;

    public SqlWorkSchema(SqlDatabase database, SqlSettings settings) {
        this.database = database;
        this.tables = new WorkTables(settings.tables());
    }

    /**
     * The problems of the tables; empty if they can be read.
     *
     * @throws UnavailableException if the database cannot be reached
     */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        try (Connection connection = database.open(PATIENCE)) {
            connection.setAutoCommit(true);
            for (String table : TABLES) {
                String name = tables.in(table);
                try (Statement statement = connection.createStatement()) {
                    statement
                            .executeQuery("SELECT * FROM " + name + " WHERE 1 = 0")
                            .close();
                } catch (SQLException missing) {
                    problems.add(name + " is missing, or its user has no grant on it");
                }
            }
        } catch (SQLException refused) {
            throw new UnavailableException(database + ": " + refused.getMessage());
        }
        return problems;
    }
}
