// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * H2 2.2 and newer: embedded in memory or in a file, or as a server. {@code CURRENT_TIMESTAMP} is the clock of the
 * process that has the database open. H2 has no statement that changes two tables, so taking a lease is a transaction
 * of two; and no shared row locks, so transactions that pass the same fence take turns.
 */
public final class H2Dialect implements Dialect {
    private static final LeaseStatements LEASE = new LeaseStatements(
            new SqlText("""
                    SELECT l.election, l.epoch, l.node_id, l.incarnation, l.token, l.released, l.successor, l.endpoints,
                           TIMESTAMPDIFF(MICROSECOND, CURRENT_TIMESTAMP(6), l.expires_at) AS remaining_micros,
                           l.priority, l.claimant, l.claim_incarnation, l.claim_priority,
                           l.claimed_until > CURRENT_TIMESTAMP(6) AS claimed,
                           f.epoch AS fence_epoch
                    FROM baton_lease l LEFT JOIN baton_fence f ON f.election = l.election
                    WHERE l.election IN (:elections)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = DATEADD(MICROSECOND, :lease, CURRENT_TIMESTAMP(6)), renewals = renewals + 1
                    WHERE election IN (:elections) AND (election, token) IN (:owners)
                      AND NOT released AND expires_at > CURRENT_TIMESTAMP(6)
                      AND NOT EXISTS (SELECT 1 FROM baton_fence f
                                      WHERE f.election = baton_lease.election AND f.epoch > baton_lease.epoch)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = LEAST(expires_at, CURRENT_TIMESTAMP(6)), released = TRUE, successor = :successor
                    WHERE election IN (:elections) AND (election, token) IN (:owners)"""),
            new SqlText("""
                    INSERT INTO baton_fence (election, epoch)
                    SELECT DISTINCT n.election, 0 FROM TABLE(election VARCHAR(128) = :array) n
                    WHERE NOT EXISTS (SELECT 1 FROM baton_fence f WHERE f.election = n.election)"""),
            new SqlText("""
                    INSERT INTO baton_lease
                        (election, epoch, node_id, incarnation, token, expires_at, released, successor, endpoints, renewals)
                    SELECT f.election, 0, '', '', '', CURRENT_TIMESTAMP(6), TRUE, '', '', 0
                    FROM baton_fence f WHERE f.election IN (:elections)
                      AND NOT EXISTS (SELECT 1 FROM baton_lease l WHERE l.election = f.election)"""),
            new SqlText("SELECT election FROM baton_fence WHERE election IN (:elections) FOR UPDATE SKIP LOCKED"),
            List.of(new SqlText("""
                            UPDATE baton_lease
                            SET epoch = CASE election :epochs END, node_id = :node, incarnation = :incarnation,
                                token = CASE election :tokens END,
                                expires_at = DATEADD(MICROSECOND, :lease, CURRENT_TIMESTAMP(6)), released = FALSE,
                                successor = '', endpoints = :endpoints, renewals = 0,
                            priority = :priority, claimant = '', claim_priority = 0
                            WHERE election IN (:elections) AND (election, token) IN (:seen)
                              AND epoch < CASE election :epochs END
                              AND (released OR expires_at <= CURRENT_TIMESTAMP(6) OR (election, token) IN (:gone))
                              AND EXISTS (SELECT 1 FROM baton_fence f
                                          WHERE f.election = baton_lease.election
                                            AND f.epoch < CASE f.election :epochs END)"""), new SqlText("""
                            UPDATE baton_fence SET epoch = GREATEST(epoch, CASE election :epochs END)
                            WHERE election IN (:elections)
                              AND EXISTS (SELECT 1 FROM baton_lease l
                                          WHERE l.election = baton_fence.election
                                            AND (l.election, l.token) IN (:mine))""")));

    private static final SqlText CLAIM =
            ClaimStatement.of("CURRENT_TIMESTAMP(6)", "DATEADD(MICROSECOND, :length, CURRENT_TIMESTAMP(6))");

    @Override
    public String name() {
        return "H2";
    }

    @Override
    public ServerVersion floor() {
        return new ServerVersion(2, 2);
    }

    @Override
    public LeaseStatements lease() {
        return LEASE;
    }

    @Override
    public SqlText claim() {
        return CLAIM;
    }

    @Override
    public FenceStatements fence() {
        return new FenceStatements(
                new SqlText("SELECT epoch FROM baton_fence WHERE election = :election FOR UPDATE"),
                new SqlText("SELECT epoch FROM baton_fence WHERE election = :election"),
                new SqlText("UPDATE baton_fence SET epoch = :epoch WHERE election = :election AND epoch < :epoch"),
                new SqlText("INSERT INTO baton_fence (election, epoch) VALUES (:election, 0)"));
    }

    @Override
    public void prepare(Connection connection, Duration longest) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        Dialect.run(
                connection,
                List.of(
                        "SET LOCK_TIMEOUT " + Math.max(1, longest.toMillis() / 2),
                        "SET QUERY_TIMEOUT " + longest.toMillis()));
    }

    @Override
    public void limitIdle(Connection connection, Duration longest) {
        // H2 has no such limit.
    }

    @Override
    public void unlimitIdle(Connection connection) {
        // H2 has no such limit.
    }

    @Override
    public Failure failure(SQLException error) {
        return switch (error.getErrorCode()) {
            case 50200 -> Failure.LOCKED;
            case 40001, 90131 -> Failure.BUSY;
            case 90097 -> Failure.READ_ONLY;
            case 90096 -> Failure.FORBIDDEN;
            case 23505 -> Failure.DUPLICATE;
            default -> Failure.ofState(error);
        };
    }

    @Override
    public boolean isDurable(Connection connection) throws SQLException {
        return one(connection, "SELECT DATABASE_PATH()") != null;
    }

    @Override
    public List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException {
        List<String> problems = new ArrayList<>();
        String closeDelay = one(
                connection,
                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'DB_CLOSE_DELAY'");
        if (!isDurable(connection) && !"-1".equals(closeDelay)) {
            problems.add("the database is in memory and is dropped, epochs and all, when its last connection closes:"
                    + " add ;DB_CLOSE_DELAY=-1 to its URL");
        }
        problems.addAll(SchemaCheck.of(tables)
                .kind("""
                        SELECT CASE TABLE_TYPE WHEN 'BASE TABLE' THEN 'table' ELSE LOWER(TABLE_TYPE) END
                        FROM INFORMATION_SCHEMA.TABLES
                        WHERE LOWER(TABLE_NAME) = :name AND LOWER(TABLE_SCHEMA) = COALESCE(NULLIF(:schema, ''), LOWER(SCHEMA()))""")
                .columns("""
                        SELECT COLUMN_NAME,
                               LOWER(DATA_TYPE || COALESCE('(' || CHARACTER_MAXIMUM_LENGTH || ')', '')
                                   || COALESCE('(' || DATETIME_PRECISION || ')', '')),
                               IS_NULLABLE = 'NO'
                        FROM INFORMATION_SCHEMA.COLUMNS
                        WHERE LOWER(TABLE_NAME) = :name AND LOWER(TABLE_SCHEMA) = COALESCE(NULLIF(:schema, ''), LOWER(SCHEMA()))""")
                .type("name", "character varying(128)", "varchar_ignorecase(128)")
                .type("mark", "character varying(32)", "varchar_ignorecase(32)")
                .type("text", "character varying(4000)", "varchar_ignorecase(4000)")
                .type("bigint", "bigint")
                .type("boolean", "boolean")
                .type("moment", "timestamp with time zone(6)")
                .problems(connection, this::failure));
        return problems;
    }

    private static @org.jspecify.annotations.Nullable String one(Connection connection, String query)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getString(1) : null;
        }
    }
}
