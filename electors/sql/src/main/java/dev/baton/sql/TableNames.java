// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.internal.check.Validation;
import java.util.regex.Pattern;

/**
 * The names of the tables of leases and fences, and the cluster whose rows are used: clusters that share the tables do
 * not share elections. The name of a table is a plain lower-case identifier, optionally with a schema in front. It is
 * never quoted, so it must mean the same in every database and on every file system.
 *
 * @param lease one row per cluster and election: who holds it, and until when
 * @param fence one row per cluster and election: the highest epoch that was granted or has passed
 * @param cluster 1 to 64 characters of a-z 0-9 . _ -
 */
public record TableNames(String lease, String fence, String cluster) {
    private static final String WORD = "[a-z_][a-z0-9_]{0,47}";
    private static final Pattern NAME = Pattern.compile("(" + WORD + "\\.)?" + WORD);
    /** Strict enough to be used in a statement as a literal. */
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

    /** Creates names for the default cluster. */
    public TableNames(String lease, String fence) {
        this(lease, fence, DEFAULT_CLUSTER);
    }

    /** Returns the names of a pair of tables with a prefix before {@code lease} and {@code fence}. */
    public static TableNames withPrefix(String prefix) {
        return new TableNames(prefix + "lease", prefix + "fence");
    }

    /** Returns the same tables with the rows of this cluster. */
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
