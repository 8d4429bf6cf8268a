// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * PostgreSQL 13 and newer. {@code clock_timestamp()} is the time at which it is evaluated, whatever transaction it is
 * in, and {@code TIMESTAMP WITH TIME ZONE} is the same moment in every session time zone.
 */
public final class PostgresDialect implements Dialect {
    /**
     * In the list of a SELECT, keeps its commit from waiting for the disk, and for standbys: also a lock and a notice are
     * logged, and nothing depends on either after a crash. A hand-over has one of each.
     */
    private static final String WITHOUT_THE_DISK = "set_config('synchronous_commit', 'off', true)";

    private static final LeaseStatements LEASE = new LeaseStatements(
            new SqlText("""
                    SELECT l.election, l.epoch, l.node_id, l.incarnation, l.token, l.released, l.successor, l.endpoints,
                           CAST(EXTRACT(EPOCH FROM l.expires_at - clock_timestamp()) * 1000000 AS BIGINT)
                               AS remaining_micros,
                           CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS clock_micros,
                           l.priority, l.claimant, l.claim_incarnation, l.claim_priority,
                           l.claimed_until > clock_timestamp() AS claimed,
                           f.epoch AS fence_epoch
                    FROM baton_lease l LEFT JOIN baton_fence f ON f.cluster_name = l.cluster_name AND f.election = l.election
                    WHERE l.cluster_name = :cluster AND l.election IN (:elections)"""),
            new SqlText("""
                    WITH renewed AS (
                        UPDATE baton_lease
                        SET expires_at = clock_timestamp() + :lease * INTERVAL '1 microsecond', renewals = renewals + 1
                        WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)
                          AND NOT released AND expires_at > clock_timestamp()
                          AND NOT EXISTS (SELECT 1 FROM baton_fence f
                                          WHERE f.cluster_name = baton_lease.cluster_name AND f.election = baton_lease.election AND f.epoch > baton_lease.epoch)
                        RETURNING *)
                    SELECT l.election, l.epoch, l.node_id, l.incarnation, l.token, l.released, l.successor, l.endpoints,
                           CAST(EXTRACT(EPOCH FROM l.expires_at - clock_timestamp()) * 1000000 AS BIGINT)
                               AS remaining_micros,
                           CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS clock_micros,
                           l.priority, l.claimant, l.claim_incarnation, l.claim_priority,
                           l.claimed_until > clock_timestamp() AS claimed,
                           f.epoch AS fence_epoch
                    FROM renewed l LEFT JOIN baton_fence f ON f.cluster_name = l.cluster_name AND f.election = l.election"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = LEAST(expires_at, clock_timestamp()), released = TRUE, successor = :successor
                    WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)"""),
            new SqlText("INSERT INTO baton_fence (cluster_name, election, epoch) VALUES :rows ON CONFLICT DO NOTHING"),
            new SqlText("""
                    INSERT INTO baton_lease
                        (cluster_name, election, epoch, node_id, incarnation, token, expires_at, released, successor,
                         endpoints, renewals)
                    SELECT cluster_name, election, 0, '', '', '', clock_timestamp(), TRUE, '', '', 0
                    FROM baton_fence WHERE cluster_name = :cluster AND election IN (:elections)
                    ON CONFLICT DO NOTHING"""),
            new SqlText(
                    "SELECT election, " + PostgresDialect.WITHOUT_THE_DISK
                            + " FROM baton_fence WHERE cluster_name = :cluster AND election IN (:elections) FOR UPDATE SKIP LOCKED"),
            List.of(new SqlText("""
                    WITH taken AS (
                        UPDATE baton_lease l
                        SET epoch = CASE election :epochs END, node_id = :node, incarnation = :incarnation,
                            token = CASE election :tokens END,
                            expires_at = clock_timestamp() + :lease * INTERVAL '1 microsecond', released = FALSE,
                            successor = '', endpoints = :endpoints, renewals = 0,
                            priority = :priority, claimant = '', claim_priority = 0
                        WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:seen)
                          AND epoch < CASE election :epochs END
                          AND (released OR expires_at <= clock_timestamp() OR (election, token) IN (:gone))
                          AND EXISTS (SELECT 1 FROM baton_fence f
                                      WHERE f.cluster_name = l.cluster_name AND f.election = l.election AND f.epoch < CASE f.election :epochs END)
                        RETURNING election, epoch)
                    UPDATE baton_fence f SET epoch = GREATEST(f.epoch, taken.epoch)
                    FROM taken WHERE f.cluster_name = :cluster AND f.election = taken.election""")));

    private static final FenceStatements FENCE = FenceStatements.of("FOR SHARE", "ON CONFLICT DO NOTHING");

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
        return FENCE;
    }

    @Override
    public void makeDurable(Connection connection, SessionChange change) throws SQLException {
        // A grant is not acted under before it is durable. A level that waits for standbys is kept, but set as well: a
        // session that has set nothing follows the server's configuration when that is changed.
        String level = Dialect.ask(connection, "SHOW synchronous_commit");
        change.apply(Map.of("synchronous_commit", Set.of("off", "local").contains(level) ? "on" : level));
    }

    @Override
    public String versionText(Connection connection) throws SQLException {
        return Dialect.ask(connection, "SELECT version()");
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        List<String> doubts = new ArrayList<>();
        if (!Dialect.ask(connection, "SHOW fsync").equals("on")) {
            problems.add("fsync is off, so a crash of the machine loses committed rows: set fsync = on");
        }
        if (!Dialect.ask(connection, "SHOW full_page_writes").equals("on")) {
            doubts.add("full_page_writes is off, which is safe only on storage that never tears a page");
        }
        return Durability.of(problems, doubts);
    }

    @Override
    public SqlText released() {
        return new SqlText("""
                SELECT election, epoch FROM baton_lease
                WHERE cluster_name = :cluster AND released AND epoch > 0 AND expires_at > clock_timestamp() - :window * INTERVAL '1 microsecond'""");
    }

    @Override
    public Optional<Notifications> notices(Connection connection) throws SQLException {
        return PostgresNotices.listen(connection);
    }

    @Override
    public Optional<SqlText> announceRelease() {
        return Optional.of(notice("'released ' || election", "released"));
    }

    @Override
    public Optional<SqlText> announceRenewal() {
        return Optional.of(notice(
                "'renewed ' || token || ' ' || CAST(EXTRACT(EPOCH FROM expires_at) * 1000000 AS BIGINT)"
                        + " || ' ' || election",
                "NOT released"));
    }

    private static SqlText notice(String text, String condition) {
        return new SqlText("SELECT pg_notify('" + PostgresNotices.CHANNEL + "', " + text + "), " + WITHOUT_THE_DISK
                + " FROM baton_lease"
                + " WHERE cluster_name = :cluster AND election IN (:elections) AND " + condition);
    }

    @Override
    public String variable(String name) {
        return "current_setting('" + name + "')";
    }

    @Override
    public String setVariable(String name, String literal) {
        return "SET " + name + " = " + literal;
    }

    @Override
    public Map<String, Object> sessionLimits(Duration longest) {
        return Map.of("statement_timeout", Math.max(1, longest.toMillis()));
    }

    /** Set for the transaction only, so that there is nothing to undo. */
    @Override
    public void limitIdle(Connection connection, Duration longest, SessionChange change) throws SQLException {
        long millis = Math.min(Integer.MAX_VALUE, Math.max(1, longest.toMillis()));
        Dialect.run(connection, List.of("SET LOCAL idle_in_transaction_session_timeout = " + millis));
    }

    /**
     * A lock gives the transaction that takes it an id, and each savepoint is its own transaction in this respect.
     * The ids of those that are open are locked; those of savepoints that were released or rolled back are not.
     */
    @Override
    public boolean isInSavepoint(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("""
                        SELECT COUNT(*) FROM pg_locks
                        WHERE pid = pg_backend_pid() AND locktype = 'transactionid' AND mode = 'ExclusiveLock' AND granted""")) {
            return result.next() && result.getInt(1) > 1;
        }
    }

    @Override
    public Optional<String> sharedSession(Connection connection, ConnectionSource another) throws SQLException {
        return PostgresPooler.problem(connection, another);
    }

    /**
     * A commit that waits for a standby and is told not to, or whose server shuts down, succeeds with a warning. The first
     * has no state of its own, but nothing else that is sent here is warned of.
     */
    @Override
    public boolean doubtsCommit(SQLWarning warning) {
        return Set.of("01000", "57P01").contains(warning.getSQLState());
    }

    /** A wait for a synchronous standby that is given up leaves the commit visible. */
    @Override
    public boolean showsUnconfirmed() {
        return true;
    }

    @Override
    public SqlFailure failure(SQLException error) {
        return SqlFailure.ofState(error);
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
                .type("cluster", "character varying(64)")
                .type("name", "character varying(128)")
                .type("mark", "character varying(32)")
                .type("text", "character varying(4000)")
                .type("bigint", "bigint")
                .type("boolean", "boolean")
                .type("moment", "timestamp with time zone", "timestamp(6) with time zone")
                .problems(connection, this::failure);
    }
}
