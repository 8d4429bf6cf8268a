// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import dev.baton.UnavailableException;
import java.util.Set;

/**
 * The statements that databases put in different words. All read the clock once, as the statement begins. A vote that the
 * database forgets in a crash is given again to another: so PostgreSQL is told to wait for its disk, for that statement
 * alone, and MySQL and MariaDB write nothing where they would not.
 */
enum WitnessDialect {
    POSTGRESQL(
            Standard.CREATE,
            Standard.NOW,
            """
            INSERT INTO baton_witness (name, version, token, state)
            SELECT ?, 1, ?, ? FROM (%s) AS durable WHERE durable.setting IS NOT NULL
            ON CONFLICT (name) DO NOTHING\
            """.formatted(Standard.WAIT_FOR_DISK),
            """
            UPDATE baton_witness SET version = version + 1, token = ?, state = ? FROM (%s) AS durable
            WHERE name = ? AND version = ? AND durable.setting IS NOT NULL\
            """.formatted(Standard.WAIT_FOR_DISK),
            Set.of("01000", "57P01")),

    H2(Standard.CREATE, Standard.NOW, """
        MERGE INTO baton_witness USING (VALUES (CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
            AS said (name, token, state)
            ON baton_witness.name = said.name
            WHEN NOT MATCHED THEN INSERT (name, version, token, state) VALUES (said.name, 1, said.token, said.state)\
        """, Standard.REPLACE, Set.of()),

    /** MySQL and MariaDB. A text there ends at 64 KB, and names are equal in any case unless it is said otherwise. */
    MYSQL(
            """
            CREATE TABLE IF NOT EXISTS baton_witness (
                name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
                version BIGINT NOT NULL,
                token VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
                state MEDIUMTEXT CHARACTER SET utf8mb4 NOT NULL) ENGINE = InnoDB\
            """,
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000",
            "INSERT IGNORE INTO baton_witness (name, version, token, state) SELECT ?, 1, ?, ? FROM DUAL WHERE "
                    + Standard.FLUSHES_AT_COMMIT,
            Standard.REPLACE + " AND " + Standard.FLUSHES_AT_COMMIT,
            Set.of());

    /** What several of them understand. */
    private static final class Standard {
        static final String CREATE = """
            CREATE TABLE IF NOT EXISTS baton_witness (
                name VARCHAR(64) PRIMARY KEY, version BIGINT NOT NULL, token VARCHAR(32) NOT NULL, state TEXT NOT NULL)\
            """;
        static final String NOW = "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000) AS BIGINT)";
        static final String REPLACE =
                "UPDATE baton_witness SET version = version + 1, token = ?, state = ? WHERE name = ? AND version = ?";
        /** For the statement's own transaction; a stricter setting stays. */
        static final String WAIT_FOR_DISK = """
            SELECT set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                THEN 'on' ELSE current_setting('synchronous_commit') END, TRUE) AS setting\
            """;

        static final String FLUSHES_AT_COMMIT = "@@GLOBAL.innodb_flush_log_at_trx_commit IN (1, 3)";
    }

    final String create;
    /** Milliseconds since 1970, in whatever time zone the session is. */
    final String now;

    final String insert;
    final String replace;
    /** The states of warnings that put a commit in doubt. */
    final Set<String> doubts;

    WitnessDialect(String create, String now, String insert, String replace, Set<String> doubts) {
        this.create = create;
        this.now = now;
        this.insert = insert;
        this.replace = replace;
        this.doubts = doubts;
    }

    /** @param product as its driver calls it */
    static WitnessDialect of(String product) {
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "H2" -> H2;
            case "MySQL", "MariaDB" -> MYSQL;
            default ->
                throw new UnavailableException(
                        "a witness can be in PostgreSQL, MySQL, MariaDB or H2, not in " + product);
        };
    }
}
