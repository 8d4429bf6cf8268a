// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * PostgreSQL 13 and newer. {@code clock_timestamp()} is the time at which it is evaluated, whatever transaction it is
 * in, and {@code TIMESTAMP WITH TIME ZONE} is the same moment in every session time zone.
 */
public final class PostgresDialect implements Dialect {
    private static final LeaseStatements LEASE = new LeaseStatements(
            new SqlText("""
                    SELECT l.election, l.epoch, l.node_id, l.incarnation, l.token, l.released, l.successor, l.endpoints,
                           CAST(EXTRACT(EPOCH FROM l.expires_at - clock_timestamp()) * 1000000 AS BIGINT)
                               AS remaining_micros,
                           l.priority, l.claimant, l.claim_incarnation, l.claim_priority,
                           l.claimed_until > clock_timestamp() AS claimed,
                           f.epoch AS fence_epoch
                    FROM baton_lease l LEFT JOIN baton_fence f ON f.election = l.election
                    WHERE l.election IN (:elections)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = clock_timestamp() + :lease * INTERVAL '1 microsecond', renewals = renewals + 1
                    WHERE election IN (:elections) AND (election, token) IN (:owners)
                      AND NOT released AND expires_at > clock_timestamp()
                      AND NOT EXISTS (SELECT 1 FROM baton_fence f
                                      WHERE f.election = baton_lease.election AND f.epoch > baton_lease.epoch)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = LEAST(expires_at, clock_timestamp()), released = TRUE, successor = :successor
                    WHERE election IN (:elections) AND (election, token) IN (:owners)"""),
            new SqlText("INSERT INTO baton_fence (election, epoch) VALUES :rows ON CONFLICT DO NOTHING"),
            new SqlText("""
                    INSERT INTO baton_lease
                        (election, epoch, node_id, incarnation, token, expires_at, released, successor, endpoints, renewals)
                    SELECT election, 0, '', '', '', clock_timestamp(), TRUE, '', '', 0
                    FROM baton_fence WHERE election IN (:elections)
                    ON CONFLICT DO NOTHING"""),
            new SqlText("SELECT election FROM baton_fence WHERE election IN (:elections) FOR UPDATE SKIP LOCKED"),
            List.of(new SqlText("""
                    WITH taken AS (
                        UPDATE baton_lease l
                        SET epoch = CASE election :epochs END, node_id = :node, incarnation = :incarnation,
                            token = CASE election :tokens END,
                            expires_at = clock_timestamp() + :lease * INTERVAL '1 microsecond', released = FALSE,
                            successor = '', endpoints = :endpoints, renewals = 0,
                            priority = :priority, claimant = '', claim_priority = 0
                        WHERE election IN (:elections) AND (election, token) IN (:seen)
                          AND epoch < CASE election :epochs END
                          AND (released OR expires_at <= clock_timestamp() OR (election, token) IN (:gone))
                          AND EXISTS (SELECT 1 FROM baton_fence f
                                      WHERE f.election = l.election AND f.epoch < CASE f.election :epochs END)
                        RETURNING election, epoch)
                    UPDATE baton_fence f SET epoch = GREATEST(f.epoch, taken.epoch)
                    FROM taken WHERE f.election = taken.election""")));

    private static final SqlText CLAIM =
            ClaimStatement.of("clock_timestamp()", "clock_timestamp() + :length * INTERVAL '1 microsecond'");

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public ServerVersion floor() {
        return new ServerVersion(13, 0);
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
                new SqlText("SELECT epoch FROM baton_fence WHERE election = :election FOR SHARE"),
                new SqlText("SELECT epoch FROM baton_fence WHERE election = :election"),
                new SqlText("UPDATE baton_fence SET epoch = :epoch WHERE election = :election AND epoch < :epoch"),
                new SqlText("INSERT INTO baton_fence (election, epoch) VALUES (:election, 0) ON CONFLICT DO NOTHING"));
    }

    @Override
    public void prepare(Connection connection, Duration longest) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        Dialect.run(
                connection,
                List.of(
                        "SET statement_timeout = " + longest.toMillis(),
                        "SET lock_timeout = " + Math.max(1, longest.toMillis() / 2)));
    }

    @Override
    public void limitIdle(Connection connection, Duration longest) throws SQLException {
        long millis = Math.max(1, longest.toMillis());
        Dialect.run(connection, List.of("SET LOCAL idle_in_transaction_session_timeout = " + millis));
    }

    @Override
    public void unlimitIdle(Connection connection) {
        // SET LOCAL ends with the transaction.
    }

    @Override
    public Failure failure(SQLException error) {
        return Failure.ofState(error);
    }

    @Override
    public List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException {
        return SchemaCheck.of(tables)
                .kind("""
                        SELECT CASE WHEN relkind NOT IN ('r', 'p') THEN 'view'
                                    WHEN relpersistence = 'u' THEN 'unlogged table'
                                    WHEN relpersistence = 't' THEN 'temporary table' ELSE 'table' END
                        FROM pg_class WHERE oid = to_regclass(:table)""")
                .columns("""
                        SELECT attname, format_type(atttypid, atttypmod), attnotnull
                        FROM pg_attribute WHERE attrelid = to_regclass(:table) AND attnum > 0 AND NOT attisdropped""")
                .type("name", "character varying(128)")
                .type("mark", "character varying(32)")
                .type("text", "character varying(4000)")
                .type("bigint", "bigint")
                .type("boolean", "boolean")
                .type("moment", "timestamp with time zone", "timestamp(6) with time zone")
                .problems(connection, this::failure);
    }
}
