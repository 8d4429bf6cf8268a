// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import java.util.Map;
import java.util.Optional;

/**
 * What a database is asked beside its tables, in its own words. Each question is answered by one value.
 *
 * @param clock its time, in milliseconds since 1970
 * @param readOnly 0, or OFF, unless it refuses writes
 * @param safety settings that lose committed rows in a crash: the question, and the answer that is safe
 */
record Questions(String clock, String timeZone, Optional<String> readOnly, Map<String, String> safety) {
    private static final Questions POSTGRESQL = new Questions(
            "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
            "SHOW TimeZone",
            Optional.of("SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'"
                    + " THEN 1 ELSE 0 END"),
            Map.of("SHOW fsync", "on", "SHOW full_page_writes", "on"));
    private static final Questions MYSQL = new Questions(
            "SELECT CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED)",
            "SELECT @@session.time_zone",
            Optional.of("SELECT @@global.read_only"),
            Map.of("SELECT @@global.innodb_flush_log_at_trx_commit", "1"));
    private static final Questions H2 = new Questions(
            "SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)",
            "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'TIME ZONE'",
            Optional.of("SELECT CASE WHEN READONLY() THEN 1 ELSE 0 END"),
            Map.of());

    static Questions of(String database) {
        return switch (database) {
            case "PostgreSQL" -> POSTGRESQL;
            case "H2" -> H2;
            default -> MYSQL;
        };
    }
}
