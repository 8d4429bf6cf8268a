// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * MySQL 8.0 and newer.
 *
 * <p>{@code UTC_TIMESTAMP(6)} is the time at which a statement began: the same in every session time zone, and safe in
 * a statement-based binary log. A statement that waited for a lock compares with a moment before the wait, which can
 * only make it more careful: what had expired then has expired now.
 */
public final class MySqlDialect implements Dialect {
    static final LeaseStatements LEASE = new LeaseStatements(
            new SqlText("""
                    SELECT l.election, l.epoch, l.node_id, l.incarnation, l.token, l.released, l.successor, l.endpoints,
                           TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), l.expires_at) AS remaining_micros,
                           l.priority, l.claimant, l.claim_incarnation, l.claim_priority,
                           l.claimed_until > UTC_TIMESTAMP(6) AS claimed,
                           f.epoch AS fence_epoch
                    FROM baton_lease l LEFT JOIN baton_fence f ON f.cluster_name = l.cluster_name AND f.election = l.election
                    WHERE l.cluster_name = :cluster AND l.election IN (:elections)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease MICROSECOND, renewals = renewals + 1
                    WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)
                      AND NOT released AND expires_at > UTC_TIMESTAMP(6)
                      AND NOT EXISTS (SELECT 1 FROM baton_fence f
                                      WHERE f.cluster_name = baton_lease.cluster_name AND f.election = baton_lease.election AND f.epoch > baton_lease.epoch)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = LEAST(expires_at, UTC_TIMESTAMP(6)), released = TRUE, successor = :successor
                    WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)"""),
            new SqlText("INSERT IGNORE INTO baton_fence (cluster_name, election, epoch) VALUES :rows"),
            new SqlText("""
                    INSERT IGNORE INTO baton_lease
                        (cluster_name, election, epoch, node_id, incarnation, token, expires_at, released, successor,
                         endpoints, renewals)
                    SELECT cluster_name, election, 0, '', '', '', UTC_TIMESTAMP(6), TRUE, '', '', 0
                    FROM baton_fence WHERE cluster_name = :cluster AND election IN (:elections)"""),
            new SqlText(
                    "SELECT election FROM baton_fence WHERE cluster_name = :cluster AND election IN (:elections) FOR UPDATE SKIP LOCKED"),
            List.of(new SqlText("""
                    UPDATE baton_lease l JOIN baton_fence f ON f.cluster_name = l.cluster_name AND f.election = l.election
                    SET l.epoch = CASE l.election :epochs END, l.node_id = :node, l.incarnation = :incarnation,
                        l.token = CASE l.election :tokens END,
                        l.expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease MICROSECOND, l.released = FALSE,
                        l.successor = '', l.endpoints = :endpoints, l.renewals = 0,
                            l.priority = :priority, l.claimant = '', l.claim_priority = 0,
                        f.epoch = CASE f.election :epochs END
                    WHERE l.cluster_name = :cluster AND f.cluster_name = :cluster
                      AND l.election IN (:elections) AND f.election IN (:elections)
                      AND (l.election, l.token) IN (:seen)
                      AND l.epoch < CASE l.election :epochs END AND f.epoch < CASE f.election :epochs END
                      AND (l.released OR l.expires_at <= UTC_TIMESTAMP(6) OR (l.election, l.token) IN (:gone))""")));

    static final SqlText RELEASED = new SqlText("""
            SELECT election, epoch FROM baton_lease
            WHERE cluster_name = :cluster AND released AND epoch > 0 AND expires_at > UTC_TIMESTAMP(6) - INTERVAL :window MICROSECOND""");

    static final SqlText CLAIM =
            ClaimStatement.of("UTC_TIMESTAMP(6)", "UTC_TIMESTAMP(6) + INTERVAL :length MICROSECOND");

    @Override
    public String name() {
        return "MySQL";
    }

    @Override
    public ServerVersion floor() {
        return new ServerVersion(8, 0);
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
                new SqlText(
                        "SELECT epoch FROM baton_fence WHERE cluster_name = :cluster AND election = :election FOR SHARE"),
                new SqlText("SELECT epoch FROM baton_fence WHERE cluster_name = :cluster AND election = :election"),
                new SqlText(
                        "UPDATE baton_fence SET epoch = :epoch WHERE cluster_name = :cluster AND election = :election AND epoch < :epoch"),
                new SqlText("INSERT INTO baton_fence (cluster_name, election, epoch) VALUES (:cluster, :election, 0)"));
    }

    @Override
    public SqlText released() {
        return RELEASED;
    }

    @Override
    public String variable(String name) {
        return MySqlSchema.variable(name);
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        return MySqlSchema.durability(connection);
    }

    @Override
    public String setVariable(String name, String literal) {
        return MySqlSchema.setVariable(name, literal);
    }

    @Override
    public Map<String, Object> sessionLimits(Duration longest) {
        return Map.of(
                "sql_mode", "STRICT_ALL_TABLES",
                // Whole seconds, and 1 is the least.
                "innodb_lock_wait_timeout", Math.max(1, longest.toSeconds()),
                // For SELECT only; what bounds the others is the network timeout.
                "max_execution_time", longest.toMillis());
    }

    @Override
    public int isolation(Connection connection) throws SQLException {
        return MySqlSchema.isolation(connection);
    }

    @Override
    public void limitIdle(Connection connection, Duration longest, SessionChange change) throws SQLException {
        change.apply(Map.of("wait_timeout", Dialect.seconds(longest)));
    }

    @Override
    public Failure failure(SQLException error) {
        return MySqlErrors.failure(error);
    }

    @Override
    public List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException {
        return MySqlSchema.problems(connection, tables);
    }
}
