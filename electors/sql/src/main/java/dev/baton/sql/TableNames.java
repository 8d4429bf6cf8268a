// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.internal.check.Validation;
import java.util.regex.Pattern;

/**
 * The tables that leases and fences live in, and the cluster whose rows are meant: clusters that share the tables do
 * not share elections. The name of a table is a plain lower-case identifier, with a schema in front of it if need be:
 * it is never quoted, so it must mean the same in every database and on every file system.
 *
 * @param lease one row per cluster and election: who holds it, and until when
 * @param fence one row per cluster and election: the highest epoch that was granted or has passed
 * @param cluster 1 to 64 characters of a-z 0-9 . _ -
 */
public record TableNames(String lease, String fence, String cluster) {
    private static final String WORD = "[a-z_][a-z0-9_]{0,47}";
    private static final Pattern NAME = Pattern.compile("(" + WORD + "\\.)?" + WORD);
    /** Narrow enough to stand in a statement as a literal. */
    private static final Pattern CLUSTER = Pattern.compile("[a-z0-9._-]{1,64}");

    private static final int SHOWN = 60;

    public static final String DEFAULT_CLUSTER = "baton";
    public static final TableNames DEFAULT = withPrefix("baton_");

    public TableNames {
        Validation.of("tables")
                .require(isName(lease), "lease table %s %s", show(lease), "must be a lower-case SQL identifier")
                .require(isName(fence), "fence table %s %s", show(fence), "must be a lower-case SQL identifier")
                .require(!lease.equals(fence), "lease and fence table are both %s", show(lease))
                .require(
                        CLUSTER.matcher(cluster).matches(),
                        "cluster %s must be 1 to 64 characters of a-z 0-9 . _ -",
                        show(cluster))
                .check();
    }

    /** The rows of the default cluster. */
    public TableNames(String lease, String fence) {
        this(lease, fence, DEFAULT_CLUSTER);
    }

    /** Names a pair of tables by what stands before {@code lease} and {@code fence}. */
    public static TableNames withPrefix(String prefix) {
        return new TableNames(prefix + "lease", prefix + "fence");
    }

    /** The rows of this cluster in the same tables. */
    public TableNames withCluster(String name) {
        return new TableNames(lease, fence, name);
    }

    private static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static String show(String name) {
        String printable = name.replaceAll("[^ -~]", "?");
        return '"' + (printable.length() > SHOWN ? printable.substring(0, SHOWN) + "…" : printable) + '"';
    }
}
