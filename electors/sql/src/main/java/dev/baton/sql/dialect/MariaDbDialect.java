// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.time.Duration;
import java.util.Map;

/** MariaDB 10.6 and newer. */
final class MariaDbDialect extends MySqlFamily {
    public MariaDbDialect() {
        super("MariaDB", new ServerVersion(10, 6), "LOCK IN SHARE MODE", "idle_transaction_timeout");
    }

    @Override
    Map<String, Object> statementLimit(Duration longest) {
        return Map.of("max_statement_time", longest.toMillis() / 1000.0);
    }
}
