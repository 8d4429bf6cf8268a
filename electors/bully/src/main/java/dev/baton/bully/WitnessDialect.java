// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.UnavailableException;

/** The statements that databases put in different words. All read the clock once, as the statement begins. */
enum WitnessDialect {
    POSTGRESQL(
            Standard.CREATE,
            Standard.NOW,
            "INSERT INTO baton_witness (name, version, token, state) VALUES (?, 1, ?, ?) ON CONFLICT (name) DO NOTHING"),

    H2(Standard.CREATE, Standard.NOW, """
            MERGE INTO baton_witness USING (VALUES (CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
                AS said (name, token, state)
                ON baton_witness.name = said.name
                WHEN NOT MATCHED THEN INSERT (name, version, token, state) VALUES (said.name, 1, said.token, said.state)"""),

    /** MySQL and MariaDB. A text there ends at 64 KB, and names are equal in any case unless it is said otherwise. */
    MYSQL(
            """
            CREATE TABLE IF NOT EXISTS baton_witness (
                name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
                version BIGINT NOT NULL,
                token VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
                state MEDIUMTEXT CHARACTER SET utf8mb4 NOT NULL) ENGINE = InnoDB""",
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000",
            "INSERT IGNORE INTO baton_witness (name, version, token, state) VALUES (?, 1, ?, ?)");

    /** What several of them understand. */
    private static final class Standard {
        static final String CREATE = """
            CREATE TABLE IF NOT EXISTS baton_witness (
                name VARCHAR(64) PRIMARY KEY, version BIGINT NOT NULL, token VARCHAR(32) NOT NULL, state TEXT NOT NULL)""";
        static final String NOW = "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000) AS BIGINT)";
    }

    final String create;
    /** Milliseconds since 1970, in whatever time zone the session is. */
    final String now;

    final String insert;

    WitnessDialect(String create, String now, String insert) {
        this.create = create;
        this.now = now;
        this.insert = insert;
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
