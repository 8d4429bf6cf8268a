// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What MySQL and MariaDB have in common, which is all but the locking read, the limit of a statement and that of an idle
 * transaction.
 *
 * <p>{@code UTC_TIMESTAMP(6)} is the time at which a statement began: the same in every session time zone, and safe in
 * a statement-based binary log. A statement that waited for a lock compares with a moment before the wait, which can
 * only make it more careful: what had expired then has expired now.
 */
abstract sealed class MySqlFamily implements Dialect permits MySqlDialect, MariaDbDialect {
    /** MariaDB's third level: the commit record is flushed as well, so the binary log does not decide. */
    private static final String COMMIT_RECORD_FLUSHED = "3";

    private static final Set<String> FLUSHED_AT_COMMIT = Set.of("1", COMMIT_RECORD_FLUSHED);

    private static final LeaseStatements LEASE = new LeaseStatements(
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

    private static final SqlText RELEASED = new SqlText("""
            SELECT election, epoch FROM baton_lease
            WHERE cluster_name = :cluster AND released AND epoch > 0 AND expires_at > UTC_TIMESTAMP(6) - INTERVAL :window MICROSECOND""");

    private static final SqlText READ_WITH_RELEASED = LEASE.readAnd(
            "l.released AND l.epoch > 0 AND l.expires_at > UTC_TIMESTAMP(6) - INTERVAL :window MICROSECOND");

    private static final SqlText CLAIM =
            ClaimStatement.of("UTC_TIMESTAMP(6)", "UTC_TIMESTAMP(6) + INTERVAL :length MICROSECOND");

    private final String name;
    private final ServerVersion floor;
    private final FenceStatements fence;
    private final String idleLimit;

    /**
     * @param sharedLock the clause of a read that keeps the row from being changed until the transaction ends
     * @param idleLimit the variable that limits, in seconds, how long a transaction may be idle
     */
    MySqlFamily(String name, ServerVersion floor, String sharedLock, String idleLimit) {
        this.name = name;
        this.floor = floor;
        this.fence = FenceStatements.of(sharedLock, "");
        this.idleLimit = idleLimit;
    }

    /** The variable, and its value, that limits how long a statement may run. */
    abstract Map<String, Object> statementLimit(Duration longest);

    @Override
    public String name() {
        return name;
    }

    @Override
    public ServerVersion floor() {
        return floor;
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
    public Optional<SqlText> readWithReleased() {
        return Optional.of(READ_WITH_RELEASED);
    }

    @Override
    public FenceStatements fence() {
        return fence;
    }

    @Override
    public SqlText released() {
        return RELEASED;
    }

    @Override
    public String variable(String variable) {
        return "@@SESSION." + variable;
    }

    @Override
    public String setVariable(String variable, String literal) {
        return "SET SESSION " + variable + " = " + literal;
    }

    @Override
    public Map<String, Object> sessionLimits(Duration longest) {
        Map<String, Object> limits = new HashMap<>(statementLimit(longest));
        limits.put("sql_mode", "STRICT_ALL_TABLES");
        // Whole seconds, and 1 is the least.
        limits.put("innodb_lock_wait_timeout", Math.max(1, longest.toSeconds()));
        return limits;
    }

    @Override
    public void limitIdle(Connection connection, Duration longest, SessionChange change) throws SQLException {
        change.apply(Map.of(idleLimit, Dialect.seconds(longest)));
    }

    /**
     * Read committed, which takes the fewest locks; but InnoDB cannot log it statement by statement. Every statement is
     * its own transaction, so the two are equally right.
     */
    @Override
    public int isolation(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW VARIABLES WHERE Variable_name = 'binlog_format'")) {
            return result.next() && "STATEMENT".equalsIgnoreCase(result.getString(2))
                    ? Connection.TRANSACTION_REPEATABLE_READ
                    : Connection.TRANSACTION_READ_COMMITTED;
        }
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
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

    @Override
    public SqlFailure failure(SQLException error) {
        return switch (error.getErrorCode()) {
            case 1213 -> SqlFailure.BUSY;
            case 1205, 1969, 3024 -> SqlFailure.LOCKED;
            case 1062 -> SqlFailure.DUPLICATE;
            case 1836, 1792 -> SqlFailure.READ_ONLY;
            // "The server is running with the --read-only option"; the number is shared with other options.
            case 1290 ->
                String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT).contains("read-only")
                        ? SqlFailure.READ_ONLY
                        : SqlFailure.UNKNOWN;
            case 1146, 1054 -> SqlFailure.NO_SUCH_TABLE;
            case 1142, 1143, 1044 -> SqlFailure.FORBIDDEN;
            default -> SqlFailure.ofState(error);
        };
    }

    @Override
    public List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException {
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
                .problems(connection, this::failure);
    }
}
