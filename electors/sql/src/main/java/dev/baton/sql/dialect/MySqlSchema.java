// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What MySQL and MariaDB tell about themselves in the same words. */
final class MySqlSchema {
    /** MariaDB's third level: the commit record is flushed as well, so the binary log does not decide. */
    private static final String COMMIT_RECORD_FLUSHED = "3";

    private static final Set<String> FLUSHED_AT_COMMIT = Set.of("1", COMMIT_RECORD_FLUSHED);

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

    static Durability durability(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        List<String> doubts = new ArrayList<>();
        String flush = Dialect.ask(connection, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit");
        if (!FLUSHED_AT_COMMIT.contains(flush)) {
            problems.add("innodb_flush_log_at_trx_commit is " + flush
                    + ", so a crash loses committed rows, and no session can change that for itself: set it to 1");
        }
        // After a crash InnoDB rolls back what it finds prepared but not in the binary log.
        String sync = Dialect.ask(connection, "SELECT IF(@@GLOBAL.log_bin, @@GLOBAL.sync_binlog, 1)");
        if (!sync.equals("1") && !flush.equals(COMMIT_RECORD_FLUSHED)) {
            problems.add("sync_binlog is " + sync + " and the binary log is on, so a crash of the machine rolls back"
                    + " committed rows that are not in it yet: set sync_binlog = 1");
        }
        if (Set.of("0", "OFF").contains(Dialect.ask(connection, "SELECT @@GLOBAL.innodb_doublewrite"))) {
            doubts.add("innodb_doublewrite is off, which is safe only on storage that never tears a page");
        }
        return Durability.of(problems, doubts);
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
                .type("cluster", "varchar(64) ascii_bin")
                .type("name", "varchar(128) ascii_bin")
                .type("mark", "varchar(32) ascii_bin")
                .type("text", "varchar(4000) ascii_bin")
                .type("bigint", "bigint", "bigint(20)")
                .type("boolean", "tinyint(1)")
                .type("moment", "datetime(6)")
                .problems(connection, MySqlErrors::failure);
    }
}
