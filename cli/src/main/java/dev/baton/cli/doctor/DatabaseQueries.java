// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import java.util.Optional;

/**
 * What a database is asked besides its tables, in its own SQL. Each question is answered by one value, if nothing else
 * is said.
 *
 * @param clock its time, in milliseconds since 1970
 * @param readOnly 0, or OFF, unless it refuses writes
 * @param follows a row for each server whose changes it takes over; a user with few rights may not ask
 * @param mayCreate 0 unless this user may create tables where it is
 */
record DatabaseQueries(String clock, String timeZone, String readOnly, Optional<String> follows, String mayCreate) {
    private static final DatabaseQueries POSTGRESQL = new DatabaseQueries(
            "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
            "SHOW TimeZone",
            "SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'"
                    + " THEN 1 ELSE 0 END",
            Optional.of("SELECT subname FROM pg_stat_subscription"),
            "SELECT CASE WHEN has_schema_privilege(current_schema(), 'CREATE') THEN 1 ELSE 0 END");
    private static final DatabaseQueries MYSQL = ofMySqlFamily("SHOW REPLICA STATUS");
    private static final DatabaseQueries MARIADB = ofMySqlFamily("SHOW ALL SLAVES STATUS");
    private static final DatabaseQueries H2 = new DatabaseQueries(
            "SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)",
            "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'TIME ZONE'",
            "SELECT CASE WHEN READONLY() THEN 1 ELSE 0 END",
            Optional.empty(),
            "SELECT CASE WHEN IS_ADMIN THEN 1 ELSE 0 END FROM INFORMATION_SCHEMA.USERS"
                    + " WHERE USER_NAME = CURRENT_USER");

    private static DatabaseQueries ofMySqlFamily(String follows) {
        return new DatabaseQueries(
                "SELECT CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED)",
                "SELECT @@session.time_zone",
                "SELECT @@global.read_only",
                Optional.of(follows),
                """
                SELECT COUNT(*) FROM (
                  SELECT grantee FROM information_schema.user_privileges WHERE privilege_type = 'CREATE'
                  UNION ALL
                  SELECT grantee FROM information_schema.schema_privileges
                  WHERE privilege_type = 'CREATE' AND DATABASE() LIKE table_schema) granted
                WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')""");
    }

    static DatabaseQueries of(String database) {
        return switch (database) {
            case "PostgreSQL" -> POSTGRESQL;
            case "H2" -> H2;
            case "MariaDB" -> MARIADB;
            default -> MYSQL;
        };
    }
}
