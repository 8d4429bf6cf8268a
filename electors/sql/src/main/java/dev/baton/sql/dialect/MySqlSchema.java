// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What MySQL and MariaDB tell about themselves in the same words. */
final class MySqlSchema {
    private MySqlSchema() {}

    static String variable(String name) {
        return "@@SESSION." + name;
    }

    static String setVariable(String name, String literal) {
        return "SET SESSION " + name + " = " + literal;
    }

    /**
     * Read committed, which takes the fewest locks; but InnoDB cannot log it statement by statement. Every statement is
     * a transaction of its own, so the two are equally right.
     */
    static int isolation(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW VARIABLES WHERE Variable_name = 'binlog_format'")) {
            return result.next() && "STATEMENT".equalsIgnoreCase(result.getString(2))
                    ? Connection.TRANSACTION_REPEATABLE_READ
                    : Connection.TRANSACTION_READ_COMMITTED;
        }
    }

    static List<String> problems(Connection connection, TableNames tables) throws SQLException {
        return SchemaCheck.of(tables)
                .kind("""
                        SELECT CASE WHEN table_type <> 'BASE TABLE' THEN LOWER(table_type)
                                    WHEN engine <> 'InnoDB' THEN CONCAT(engine, ' table') ELSE 'table' END
                        FROM information_schema.tables
                        WHERE table_name = :name AND table_schema = COALESCE(NULLIF(:schema, ''), DATABASE())""")
                .columns("""
                        SELECT column_name,
                               TRIM(CONCAT_WS(' ', column_type, IF(data_type = 'varchar', collation_name, NULL), extra)),
                               is_nullable = 'NO'
                        FROM information_schema.columns
                        WHERE table_name = :name AND table_schema = COALESCE(NULLIF(:schema, ''), DATABASE())""")
                .type("name", "varchar(128) ascii_bin")
                .type("mark", "varchar(32) ascii_bin")
                .type("text", "varchar(4000) ascii_bin")
                .type("bigint", "bigint", "bigint(20)")
                .type("boolean", "tinyint(1)")
                .type("moment", "datetime(6)")
                .problems(connection, MySqlErrors::failure);
    }
}
