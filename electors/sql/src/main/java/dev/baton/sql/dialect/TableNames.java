// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.core.Rules;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The tables that leases and fences live in. A name is a plain lower-case identifier, with a schema in front of it if
 * need be: it is never quoted, so it must mean the same in every database and on every file system.
 *
 * @param lease one row per election: who holds it, and until when
 * @param fence one row per election: the highest epoch that was granted or has passed
 */
public record TableNames(String lease, String fence) {
    private static final String WORD = "[a-z_][a-z0-9_]{0,47}";
    private static final Pattern NAME = Pattern.compile("(" + WORD + "\\.)?" + WORD);
    private static final int SHOWN = 60;

    public static final TableNames DEFAULT = new TableNames("baton_lease", "baton_fence");

    public TableNames {
        Rules.of("tables")
                .require(isName(lease), "lease table %s %s", show(lease), "must be a lower-case SQL identifier")
                .require(isName(fence), "fence table %s %s", show(fence), "must be a lower-case SQL identifier")
                .require(!lease.equals(fence), "lease and fence table are both %s", show(lease))
                .check();
    }

    /** Names a pair of tables by what stands before {@code lease} and {@code fence}. */
    public static TableNames withPrefix(String prefix) {
        return new TableNames(prefix + "lease", prefix + "fence");
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static String show(String name) {
        String printable = name.replaceAll("[^ -~]", "?");
        return '"' + (printable.length() > SHOWN ? printable.substring(0, SHOWN) + "…" : printable) + '"';
    }

    /** Puts these names in the place of the default ones. */
    String in(String text) {
        Map<String, String> names = Map.of(DEFAULT.lease, lease, DEFAULT.fence, fence);
        return Pattern.compile("\\b(baton_lease|baton_fence)\\b")
                .matcher(text)
                .replaceAll(found -> names.get(found.group()));
    }
}
