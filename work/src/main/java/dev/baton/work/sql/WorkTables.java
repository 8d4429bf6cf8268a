// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.TableNames;
import dev.baton.sql.dialect.SqlText;

/**
 * The names of the tables of work: those of elections with {@code work_list} and so on instead of {@code lease}. With
 * the default names, {@code baton_work_list} next to {@code baton_lease}.
 */
record WorkTables(TableNames elections) {
    private static final String DEFAULT_PREFIX = "baton_work_";
    private static final String LEASE = "lease";

    private String prefix() {
        String lease = elections.lease();
        String before = lease.endsWith(LEASE) ? lease.substring(0, lease.length() - LEASE.length()) : lease + "_";
        return before + "work_";
    }

    /** The prefix without the schema, for names of indexes. */
    private String indexPrefix() {
        String prefix = prefix();
        return prefix.substring(prefix.indexOf('.') + 1);
    }

    /** Replaces the default names by these. */
    String in(String text) {
        return text.replace(DEFAULT_PREFIX + "by_", indexPrefix() + "by_").replace(DEFAULT_PREFIX, prefix());
    }

    SqlText text(String text) {
        return new SqlText(in(text)).with(elections);
    }
}
