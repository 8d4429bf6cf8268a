// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.TableNames;
import dev.baton.sql.dialect.SqlText;

/**
 * The tables of work: those of elections with {@code work_list} and so on in place of {@code lease}. With the default
 * names, {@code baton_work_list} beside {@code baton_lease}.
 */
record WorkTables(TableNames elections) {
    private static final String DEFAULT_PREFIX = "baton_work_";
    private static final String LEASE = "lease";

    private String prefix() {
        String lease = elections.lease();
        String before = lease.endsWith(LEASE) ? lease.substring(0, lease.length() - LEASE.length()) : lease + "_";
        return before + "work_";
    }

    /** A name without the schema, as an index has it. */
    private String indexPrefix() {
        String prefix = prefix();
        return prefix.substring(prefix.indexOf('.') + 1);
    }

    /** Puts these names in place of the default ones. */
    String in(String text) {
        return text.replace(DEFAULT_PREFIX + "by_", indexPrefix() + "by_").replace(DEFAULT_PREFIX, prefix());
    }

    SqlText text(String text) {
        return new SqlText(in(text)).with(elections);
    }
}
