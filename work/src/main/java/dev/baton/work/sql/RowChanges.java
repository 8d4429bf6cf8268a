// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.dialect.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statement that changes rows of partitions, each if it has the token and the state that were seen. Parameters by
 * position. Where it takes many: for each row its columns, the version last, then the token and the state that were seen.
 * Where it takes one: what is changed first, then the key, then what was seen.
 *
 * @param head what stands before the rows
 * @param first the first row
 * @param further each further row
 * @param tail what follows
 * @param most how many rows a statement takes
 */
record RowChanges(String head, String first, String further, String tail, int most) {
    private static final int MANY = 500;
    private static final List<String> KEY = List.of("domain_name", "list_name", "partition_no");
    private static final List<String> CHANGED =
            List.of("state", "owner_id", "session_epoch", "token", "target_id", "coordinator", "version");
    private static final List<String> SEEN = List.of("seen_token", "seen_state");
    private static final List<String> TEXTS =
            List.of("domain_name", "list_name", "state", "owner_id", "target_id", "seen_state");

    private static final String SAME = "p.domain_name = v.domain_name AND p.list_name = v.list_name"
            + " AND p.partition_no = v.partition_no AND p.cluster_name = :cluster"
            + " AND p.token = v.seen_token AND p.state = v.seen_state";

    static RowChanges of(Dialect dialect, WorkTables tables) {
        RowChanges changes = switch (dialect.name()) {
            // One by one, in a batch: PostgreSQL without statistics goes through the whole table for many.
            case "PostgreSQL", "H2" ->
                new RowChanges(
                        "UPDATE baton_work_partition SET " + places(CHANGED, ", ") + " WHERE " + places(KEY, " AND ")
                                + " AND token = ? AND state = ? AND cluster_name = :cluster",
                        "",
                        "",
                        "",
                        1);
            default ->
                new RowChanges(
                        "UPDATE baton_work_partition p JOIN (SELECT ",
                        columns(it -> mySql(it) + " AS " + it),
                        " UNION ALL SELECT " + columns(RowChanges::mySql),
                        ") v ON " + SAME + " SET " + set(),
                        MANY);
        };
        return new RowChanges(
                tables.text(changes.head).toString(),
                changes.first,
                changes.further,
                tables.text(changes.tail).toString(),
                changes.most);
    }

    /** In the character set of the columns: otherwise they are converted, and the key is of no use. */
    private static String mySql(String column) {
        return TEXTS.contains(column) ? "CONVERT(? USING ascii) COLLATE ascii_bin" : "?";
    }

    private static String columns(Function<String, String> each) {
        return Arrays.asList(KEY, CHANGED, SEEN).stream()
                .flatMap(List::stream)
                .map(each)
                .collect(Collectors.joining(", "));
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
