// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.dialect.Dialect;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A statement about several rows of partitions. Parameters by position.
 *
 * @param head what stands before the rows
 * @param first the first row
 * @param further each further row
 * @param tail what follows
 * @param most how many rows a statement can have
 */
record RowStatement(String head, String first, String further, String tail, int most) {
    private static final int MANY = 500;
    private static final List<String> KEY = List.of("domain_name", "list_name", "partition_no");
    private static final List<String> CHANGED =
            List.of("state", "owner_id", "session_epoch", "token", "target_id", "coordinator", "version");
    private static final List<String> LOCKED =
            List.of("domain_name", "list_name", "partition_no", "state", "token", "version");
    private static final List<String> SEEN = List.of("seen_token", "seen_state");
    private static final List<String> TEXTS =
            List.of("domain_name", "list_name", "state", "owner_id", "target_id", "seen_state");

    private static final List<String> ALL =
            Stream.of(KEY, CHANGED, SEEN).flatMap(List::stream).toList();

    private static final String SAME_KEY = "p.domain_name = v.domain_name AND p.list_name = v.list_name"
            + " AND p.partition_no = v.partition_no AND p.cluster_name = :cluster";
    private static final String SAME = SAME_KEY + " AND p.token = v.seen_token AND p.state = v.seen_state";

    /**
     * Changes rows, each if it has the token and the state that were seen. Where it takes many: for each row its columns,
     * the version last, then the token and the state that were seen. Where it takes one: what is changed first, then the
     * key, then what was seen.
     */
    static RowStatement changes(Dialect dialect, WorkTables tables) {
        RowStatement changes = switch (dialect.name()) {
            // One by one, in a batch: without statistics PostgreSQL scans the whole table for many.
            case "PostgreSQL", "H2" ->
                new RowStatement(
                        "UPDATE baton_work_partition SET " + places(CHANGED, ", ") + " WHERE " + places(KEY, " AND ")
                                + " AND token = ? AND state = ? AND cluster_name = :cluster",
                        "",
                        "",
                        "",
                        1);
            default ->
                new RowStatement(
                        "UPDATE baton_work_partition p JOIN (SELECT ",
                        columns(ALL, it -> mySql(it) + " AS " + it),
                        " UNION ALL SELECT " + columns(ALL, RowStatement::mySql),
                        ") v ON " + SAME + " SET " + set(),
                        MANY);
        };
        return changes.in(tables);
    }

    /** Locks rows by their keys and returns them: those that exist and that no other transaction holds. Never waits. */
    static RowStatement locks(Dialect dialect, WorkTables tables) {
        String found = "SELECT " + columns(LOCKED, it -> "p." + it) + " FROM (";
        RowStatement locks = switch (dialect.name()) {
            // One by one inside the server: without statistics it would scan the whole table for many.
            case "PostgreSQL" ->
                new RowStatement(
                        found + "VALUES ",
                        "(CAST(? AS varchar), CAST(? AS varchar), CAST(? AS bigint))",
                        ", (?, ?, ?)",
                        ") v (domain_name, list_name, partition_no) CROSS JOIN LATERAL (SELECT "
                                + columns(LOCKED, it -> "p." + it)
                                + " FROM baton_work_partition p WHERE " + SAME_KEY
                                + " FOR UPDATE SKIP LOCKED) p",
                        MANY);
            case "H2" ->
                new RowStatement(
                        "SELECT " + String.join(", ", LOCKED) + " FROM baton_work_partition WHERE "
                                + places(KEY, " AND ") + " AND cluster_name = :cluster FOR UPDATE SKIP LOCKED",
                        "",
                        "",
                        "",
                        1);
            default ->
                new RowStatement(
                        found + "SELECT ",
                        columns(KEY, it -> mySql(it) + " AS " + it),
                        " UNION ALL SELECT " + columns(KEY, RowStatement::mySql),
                        ") v STRAIGHT_JOIN baton_work_partition p ON " + SAME_KEY + " FOR UPDATE SKIP LOCKED",
                        MANY);
        };
        return locks.in(tables);
    }

    private RowStatement in(WorkTables tables) {
        return new RowStatement(
                tables.text(head).toString(), first, further, tables.text(tail).toString(), most);
    }

    /** In the character set of the columns: otherwise they are converted, and the key is not used. */
    private static String mySql(String column) {
        return TEXTS.contains(column) ? "CONVERT(? USING ascii) COLLATE ascii_bin" : "?";
    }

    private static String columns(List<String> names, Function<String, String> each) {
        return names.stream().map(each).collect(Collectors.joining(", "));
    }

    private static String places(List<String> columns, String between) {
        return columns.stream().map(it -> it + " = ?").collect(Collectors.joining(between));
    }

    private static String set() {
        return CHANGED.stream().map(it -> "p." + it + " = v." + it).collect(Collectors.joining(", "));
    }

    String text(int rows) {
        return head + first + further.repeat(rows - 1) + tail;
    }
}
