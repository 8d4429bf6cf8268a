// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.SqlText;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;

/**
 * The statements of work on one kind of database.
 *
 * @param addVersion adds the row that counts changes, above everything that was counted before
 * @param dropVersion removes it, if it cannot be raised further
 * @param confirm changes nothing, and is committed after everything that its sender has read
 * @param confirmVersion the same, where the worker's row is not there
 * @param beyond a row of a partition that is above what was counted
 * @param listRow a row of any partition of a task list
 * @param versionsFrom the versions of rows of partitions from {@code :from} to {@code :counted}
 * @param drop deletes one row of a partition
 * @param retired counts the rows of retired partitions
 * @param addRows adds {@code :rows} of partitions, and leaves those alone that are there
 * @param newSession changes the row of a worker, which does not drain yet
 * @param sameSession changes the row of a worker, which goes on draining if it does
 * @param lock locks rows of partitions that no other transaction holds
 * @param change changes rows of partitions that are as they were seen
 * @param owner reads who has a partition
 * @param hold reads who has a partition as it is now, and keeps it so until the transaction ends
 */
record WorkStatements(
        SqlText version,
        SqlText addVersion,
        SqlText dropVersion,
        SqlText bumpDefinitions,
        SqlText bumpAssignments,
        SqlText lists,
        SqlText list,
        SqlText addList,
        SqlText changeList,
        SqlText dropList,
        SqlText dropRules,
        SqlText listRow,
        SqlText workers,
        SqlText worker,
        SqlText session,
        SqlText addWorker,
        SqlText newSession,
        SqlText sameSession,
        SqlText drain,
        SqlText confirm,
        SqlText confirmVersion,
        SqlText forget,
        SqlText rules,
        SqlText addRule,
        SqlText removeRule,
        SqlText unpin,
        SqlText assignments,
        SqlText owned,
        SqlText addRows,
        RowStatement lock,
        RowStatement change,
        String release,
        SqlText beyond,
        SqlText versionsFrom,
        String drop,
        SqlText retired,
        SqlText owner,
        SqlText hold) {
    private static final String ROW =
            "domain_name, list_name, partition_no, state, owner_id, session_epoch, token, target_id, coordinator";
    private static final String WORKER =
            "worker_id, session_epoch, incarnation, zone_name, weight, task_lists, metadata, draining";
    private static final String SAID =
            "UPDATE baton_work_worker SET session_epoch = :session, incarnation = :incarnation,"
                    + " zone_name = :zone, weight = :weight, task_lists = :lists, metadata = :metadata";
    private static final String LIST = "cluster_name = :cluster AND domain_name = :domain AND list_name = :list";
    private static final String KEY = LIST + " AND partition_no = :partition";
    private static final String SANE = " BETWEEN 0 AND " + (Assignment.MAX_TOKEN - 1);
    private static final String RAISED =
            " WHERE cluster_name = :cluster AND definitions" + SANE + " AND assignments" + SANE;
    private static final String OWNER =
            "SELECT state, owner_id, session_epoch, token FROM baton_work_partition WHERE " + KEY;

    static WorkStatements of(Dialect dialect, WorkTables tables) {
        String name = dialect.name();
        boolean mySql = name.equals("MySQL") || name.equals("MariaDB");
        boolean postgres = name.equals("PostgreSQL");
        String share = switch (name) {
            case "MariaDB" -> "LOCK IN SHARE MODE";
            case "H2" -> "FOR UPDATE";
            default -> "FOR SHARE";
        };
        return new WorkStatements(
                tables.text("SELECT definitions, assignments FROM baton_work_version WHERE cluster_name = :cluster"),
                tables.text("INSERT INTO baton_work_version (cluster_name, definitions, assignments)"
                        + " SELECT :cluster, last, last FROM (SELECT GREATEST(" + highest("version") + ", "
                        + highest("token") + ") AS last FROM baton_work_partition"
                        + " WHERE cluster_name = :cluster) AS known"),
                tables.text("DELETE FROM baton_work_version WHERE cluster_name = :cluster"),
                tables.text("UPDATE baton_work_version SET definitions = definitions + 1" + RAISED),
                tables.text("UPDATE baton_work_version SET assignments = assignments + 1" + RAISED),
                tables.text("SELECT domain_name, list_name, partitions, weight, retired FROM baton_work_list"
                        + " WHERE cluster_name = :cluster"),
                tables.text("SELECT domain_name, list_name, partitions, weight, retired FROM baton_work_list"
                        + " WHERE " + LIST),
                tables.text("INSERT INTO baton_work_list"
                        + " (cluster_name, domain_name, list_name, partitions, weight, retired)"
                        + " VALUES (:cluster, :domain, :list, :partitions, :weight, :retired)"),
                tables.text("UPDATE baton_work_list SET partitions = :partitions, weight = :weight, retired = :retired"
                        + " WHERE " + LIST),
                tables.text("DELETE FROM baton_work_list WHERE " + LIST),
                tables.text("DELETE FROM baton_work_rule WHERE " + LIST),
                tables.text("SELECT partition_no FROM baton_work_partition WHERE " + LIST + " LIMIT 1"),
                tables.text("SELECT " + WORKER + " FROM baton_work_worker WHERE cluster_name = :cluster"),
                tables.text("SELECT " + WORKER + " FROM baton_work_worker"
                        + " WHERE cluster_name = :cluster AND worker_id = :worker"),
                tables.text("SELECT session_epoch FROM baton_work_worker"
                        + " WHERE cluster_name = :cluster AND worker_id = :worker"),
                tables.text("INSERT INTO baton_work_worker (cluster_name, " + WORKER + ") VALUES (:cluster, :worker,"
                        + " :session, :incarnation, :zone, :weight, :lists, :metadata, :draining)"),
                tables.text(SAID + ", draining = :draining WHERE cluster_name = :cluster AND worker_id = :worker"),
                tables.text(SAID + " WHERE cluster_name = :cluster AND worker_id = :worker"),
                tables.text("UPDATE baton_work_worker SET draining = :draining"
                        + " WHERE cluster_name = :cluster AND worker_id = :worker"),
                tables.text("UPDATE baton_work_worker SET draining = draining"
                        + " WHERE cluster_name = :cluster AND worker_id = :worker"),
                tables.text("UPDATE baton_work_version SET assignments = assignments WHERE cluster_name = :cluster"),
                tables.text("DELETE FROM baton_work_worker"
                        + " WHERE cluster_name = :cluster AND worker_id = :worker AND session_epoch = :session"),
                tables.text("SELECT kind, domain_name, list_name, partition_no, worker_id FROM baton_work_rule"
                        + " WHERE cluster_name = :cluster"),
                tables.text("INSERT INTO baton_work_rule"
                        + " (cluster_name, kind, domain_name, list_name, partition_no, worker_id)"
                        + " VALUES (:cluster, :kind, :domain, :list, :partition, :worker)"),
                tables.text("DELETE FROM baton_work_rule WHERE kind = :kind AND worker_id = :worker AND " + KEY),
                tables.text("DELETE FROM baton_work_rule WHERE kind = 'PIN' AND " + KEY),
                tables.text("SELECT " + ROW + " FROM baton_work_partition"
                        + " WHERE cluster_name = :cluster AND version > :version"),
                tables.text("SELECT " + ROW + " FROM baton_work_partition"
                        + " WHERE cluster_name = :cluster AND owner_id = :worker AND version > :version"),
                tables.text("INSERT " + (mySql ? "IGNORE " : "") + "INTO baton_work_partition (cluster_name, " + ROW
                        + ", version) VALUES :rows" + (postgres ? " ON CONFLICT DO NOTHING" : "")),
                RowStatement.locks(dialect, tables),
                RowStatement.changes(dialect, tables),
                positional(tables, """
                        UPDATE baton_work_partition
                        SET state = 'FREE', owner_id = '', session_epoch = 0, version = ?
                        WHERE domain_name = ? AND list_name = ? AND partition_no = ? AND cluster_name = :cluster
                          AND owner_id = ? AND session_epoch = ? AND token = ? AND state IN ('ASSIGNED', 'RELEASING')"""),
                tables.text("SELECT p.version FROM baton_work_version v JOIN baton_work_partition p"
                        + " ON p.cluster_name = v.cluster_name AND p.version > v.assignments AND p.version" + SANE
                        + " WHERE v.cluster_name = :cluster LIMIT 1"),
                tables.text("SELECT version FROM baton_work_partition"
                        + " WHERE cluster_name = :cluster AND version >= :from AND version <= :counted"),
                positional(tables, """
                        DELETE FROM baton_work_partition
                        WHERE domain_name = ? AND list_name = ? AND partition_no = ? AND cluster_name = :cluster"""),
                tables.text("SELECT COUNT(*) FROM baton_work_partition" + " WHERE cluster_name = :cluster AND state = '"
                        + AssignmentState.RETIRED + "'"),
                tables.text(OWNER),
                tables.text(OWNER + " " + share));
    }

    /** The highest value of a column, ignoring invalid values that were edited by hand. */
    private static String highest(String column) {
        return "COALESCE(MAX(CASE WHEN " + column + SANE + " THEN " + column + " END), 0)";
    }

    /** @param last the session of the row; negative if there is none */
    SqlText register(long last, long session) {
        return last < 0 ? addWorker : last == session ? sameSession : newSession;
    }

    private static String positional(WorkTables tables, String text) {
        return tables.text(text).toString();
    }
}
