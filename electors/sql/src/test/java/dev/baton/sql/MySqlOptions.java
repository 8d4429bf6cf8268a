// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.util.ArrayList;
import java.util.List;

/** Options that users give to the drivers of MySQL and MariaDB, some wise and some not. */
final class MySqlOptions {
    private static final List<String> OPTIONS = List.of(
            "useAffectedRows=false",
            "useAffectedRows=true",
            "rewriteBatchedStatements=true&allowMultiQueries=true",
            "autoReconnect=true",
            "useServerPrepStmts=true&cachePrepStmts=true",
            "sessionVariables=autocommit=0",
            "sessionVariables=time_zone='%2B05:30'",
            "sessionVariables=sql_mode=''",
            "sessionVariables=sql_mode='ANSI,NO_BACKSLASH_ESCAPES'");

    private MySqlOptions() {}

    static List<TestDatabase> of(TestDatabase... drivers) {
        List<TestDatabase> variants = new ArrayList<>();
        for (TestDatabase driver : drivers) {
            for (String option : OPTIONS) {
                boolean connectorJ = driver.url().startsWith("jdbc:mysql:");
                // Each driver has its own name for it, and MariaDB's takes its URL as it is.
                variants.add(driver.with(connectorJ ? option : option.replace("%2B", "+")));
            }
        }
        return variants;
    }
}
