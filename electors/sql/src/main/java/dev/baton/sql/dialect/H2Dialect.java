// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * H2 2.2 and newer: embedded in memory or in a file, or as a server. {@code CURRENT_TIMESTAMP} is the clock of the
 * process that has the database open. H2 has no statement that changes two tables, so taking a lease is a transaction
 * of two; and no shared row locks, so transactions that pass the same fence take turns.
 */
public final class H2Dialect implements Dialect {
    private static final int ADMINISTRATOR_NEEDED = 90040;

    private static final String WRITE_DELAY = "WRITE_DELAY";
    /** From here on versions fail the kill test of {@code H2KillIT}, or were not put through all of it. */
    private static final ServerVersion FIRST_THAT_FORGETS = new ServerVersion(2, 4);

    private static final LeaseStatements LEASE = new LeaseStatements(
            new SqlText("""
                    SELECT l.election, l.epoch, l.node_id, l.incarnation, l.token, l.released, l.successor, l.endpoints,
                           TIMESTAMPDIFF(MICROSECOND, CURRENT_TIMESTAMP(6), l.expires_at) AS remaining_micros,
                           l.priority, l.claimant, l.claim_incarnation, l.claim_priority,
                           l.claimed_until > CURRENT_TIMESTAMP(6) AS claimed,
                           f.epoch AS fence_epoch
                    FROM baton_lease l LEFT JOIN baton_fence f ON f.cluster_name = l.cluster_name AND f.election = l.election
                    WHERE l.cluster_name = :cluster AND l.election IN (:elections)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = DATEADD(MICROSECOND, :lease, CURRENT_TIMESTAMP(6)), renewals = renewals + 1
                    WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)
                      AND NOT released AND expires_at > CURRENT_TIMESTAMP(6)
                      AND NOT EXISTS (SELECT 1 FROM baton_fence f
                                      WHERE f.cluster_name = baton_lease.cluster_name AND f.election = baton_lease.election AND f.epoch > baton_lease.epoch)"""),
            new SqlText("""
                    UPDATE baton_lease
                    SET expires_at = LEAST(expires_at, CURRENT_TIMESTAMP(6)), released = TRUE, successor = :successor
                    WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)"""),
            new SqlText("""
                    INSERT INTO baton_fence (cluster_name, election, epoch)
                    SELECT DISTINCT :cluster, n.election, 0 FROM TABLE(election VARCHAR(128) = :array) n
                    WHERE NOT EXISTS (SELECT 1 FROM baton_fence f WHERE f.cluster_name = :cluster AND f.election = n.election)"""),
            new SqlText("""
                    INSERT INTO baton_lease
                        (cluster_name, election, epoch, node_id, incarnation, token, expires_at, released, successor,
                         endpoints, renewals)
                    SELECT f.cluster_name, f.election, 0, '', '', '', CURRENT_TIMESTAMP(6), TRUE, '', '', 0
                    FROM baton_fence f WHERE f.cluster_name = :cluster AND f.election IN (:elections)
                      AND NOT EXISTS (SELECT 1 FROM baton_lease l WHERE l.cluster_name = f.cluster_name AND l.election = f.election)"""),
            new SqlText(
                    "SELECT election FROM baton_fence WHERE cluster_name = :cluster AND election IN (:elections) FOR UPDATE SKIP LOCKED"),
            List.of(new SqlText("""
                            UPDATE baton_lease
                            SET epoch = CASE election :epochs END, node_id = :node, incarnation = :incarnation,
                                token = CASE election :tokens END,
                                expires_at = DATEADD(MICROSECOND, :lease, CURRENT_TIMESTAMP(6)), released = FALSE,
                                successor = '', endpoints = :endpoints, renewals = 0,
                                priority = :priority, claimant = '', claim_priority = 0
                            WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:seen)
                              AND epoch < CASE election :epochs END
                              AND (released OR expires_at <= CURRENT_TIMESTAMP(6) OR (election, token) IN (:gone))
                              AND EXISTS (SELECT 1 FROM baton_fence f
                                          WHERE f.cluster_name = baton_lease.cluster_name AND f.election = baton_lease.election
                                            AND f.epoch < CASE f.election :epochs END)"""), new SqlText("""
                            UPDATE baton_fence SET epoch = GREATEST(epoch, CASE election :epochs END)
                            WHERE cluster_name = :cluster AND election IN (:elections)
                              AND EXISTS (SELECT 1 FROM baton_lease l
                                          WHERE l.cluster_name = baton_fence.cluster_name AND l.election = baton_fence.election
                                            AND (l.election, l.token) IN (:mine))""")));

    private static final FenceStatements FENCE = FenceStatements.of("FOR UPDATE", "");

    private static final SqlText READ_WITH_RELEASED = LEASE.readAnd(
            "l.released AND l.epoch > 0 AND l.expires_at > DATEADD(MICROSECOND, -:window, CURRENT_TIMESTAMP(6))");

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
    public Optional<SqlText> readWithReleased() {
        return Optional.of(READ_WITH_RELEASED);
    }

    @Override
    public FenceStatements fence() {
        return FENCE;
    }

    @Override
    public void makeDurable(Connection connection, SessionChange change) throws SQLException {
        if (!isInMemory(connection) && !setting(connection, WRITE_DELAY).equals("0")) {
            // By default a commit is written half a second later. This holds for the database, not for a session.
            runAsAdministrator(connection, "SET WRITE_DELAY 0");
        }
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        if (isInMemory(connection)) {
            return Durability.IN_MEMORY;
        }
        List<String> problems = new ArrayList<>();
        String version = versionText(connection);
        if (ServerVersion.parse(version).compareTo(FIRST_THAT_FORGETS) >= 0) {
            problems.add("H2 " + version + " is not known to keep what it committed when its process is killed, and"
                    + " 2.5.252 is known not to: use H2 2.3.232");
        }
        if (!isAdministrator(connection)) {
            problems.add("only an administrator can have H2 write its commits at once: elect as one");
        }
        return Durability.of(problems, List.of());
    }

    /** H2 hands what it commits to the operating system, and leaves it there. */
    @Override
    public void flush(Connection connection) throws SQLException {
        if (!isInMemory(connection)) {
            runAsAdministrator(connection, "CHECKPOINT SYNC");
        }
    }

    /** Another user's elections are refused by {@link #durability}, unless anything goes. */
    private static void runAsAdministrator(Connection connection, String statement) throws SQLException {
        try {
            Dialect.run(connection, List.of(statement));
        } catch (SQLException refused) {
            if (refused.getErrorCode() != ADMINISTRATOR_NEEDED) {
                throw refused;
            }
        }
    }

    private static boolean isInMemory(Connection connection) throws SQLException {
        return Dialect.ask(connection, "SELECT DATABASE_PATH()").isEmpty();
    }

    private static boolean isAdministrator(Connection connection) throws SQLException {
        return Dialect.ask(connection, "SELECT IS_ADMIN FROM INFORMATION_SCHEMA.USERS WHERE USER_NAME = CURRENT_USER")
                .equals("TRUE");
    }

    private static String setting(Connection connection, String name) throws SQLException {
        return Dialect.ask(
                connection,
                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = '" + name + "'");
    }

    @Override
    public SqlText released() {
        return new SqlText("""
                SELECT election, epoch FROM baton_lease
                WHERE cluster_name = :cluster AND released AND epoch > 0 AND expires_at > DATEADD(MICROSECOND, -:window, CURRENT_TIMESTAMP(6))""");
    }

    @Override
    public String variable(String name) {
        return name.equals("LOCK_TIMEOUT")
                ? "LOCK_TIMEOUT()"
                : "(SELECT CAST(SETTING_VALUE AS BIGINT) FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = '" + name
                        + "')";
    }

    @Override
    public String setVariable(String name, String literal) {
        return "SET " + name + " " + literal;
    }

    @Override
    public Map<String, Object> sessionLimits(Duration longest) {
        return Map.of("LOCK_TIMEOUT", Math.max(1, longest.toMillis()), "QUERY_TIMEOUT", longest.toMillis());
    }

    @Override
    public void limitIdle(Connection connection, Duration longest, SessionChange change) {
        // H2 has no such limit.
    }

    @Override
    public SqlFailure failure(SQLException error) {
        return switch (error.getErrorCode()) {
            case 50200 -> SqlFailure.LOCKED;
            case 40001, 90131 -> SqlFailure.BUSY;
            case 90097 -> SqlFailure.READ_ONLY;
            case 90096 -> SqlFailure.FORBIDDEN;
            case 23505 -> SqlFailure.DUPLICATE;
            default -> SqlFailure.ofState(error);
        };
    }

    @Override
    public List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException {
        List<String> problems = new ArrayList<>();
        if (isInMemory(connection) && !setting(connection, "DB_CLOSE_DELAY").equals("-1")) {
            problems.add("the database is in memory and is dropped, epochs and all, when its last connection closes:"
                    + " add ;DB_CLOSE_DELAY=-1 to its URL");
        }
        // Not LOWER, which on H2 is that of the JVM's language: in Turkish a BIGINT would be something else.
        problems.addAll(SchemaCheck.of(tables)
                .kind("""
                        SELECT CASE TABLE_TYPE WHEN 'BASE TABLE' THEN 'table' WHEN 'VIEW' THEN 'view' ELSE TABLE_TYPE END
                        FROM INFORMATION_SCHEMA.TABLES
                        WHERE REGEXP_LIKE(TABLE_NAME, '^' || :name || '$', 'i')
                          AND REGEXP_LIKE(TABLE_SCHEMA, '^' || COALESCE(NULLIF(:schema, ''), SCHEMA()) || '$', 'i')""")
                .columns("""
                        SELECT COLUMN_NAME,
                               DATA_TYPE || COALESCE('(' || CHARACTER_MAXIMUM_LENGTH || ')', '')
                                   || COALESCE('(' || DATETIME_PRECISION || ')', ''),
                               IS_NULLABLE = 'NO'
                        FROM INFORMATION_SCHEMA.COLUMNS
                        WHERE REGEXP_LIKE(TABLE_NAME, '^' || :name || '$', 'i')
                          AND REGEXP_LIKE(TABLE_SCHEMA, '^' || COALESCE(NULLIF(:schema, ''), SCHEMA()) || '$', 'i')""")
                .type("cluster", "character varying(64)", "varchar_ignorecase(64)")
                .type("name", "character varying(128)", "varchar_ignorecase(128)")
                .type("mark", "character varying(32)", "varchar_ignorecase(32)")
                .type("text", "character varying(4000)", "varchar_ignorecase(4000)")
                .type("bigint", "bigint")
                .type("boolean", "boolean")
                .type("moment", "timestamp with time zone(6)")
                .problems(connection, this::failure));
        return problems;
    }
}
