// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.time.Duration;
import java.util.Map;

/** MySQL 8.0 and newer. */
final class MySqlDialect extends MySqlFamily {
    public MySqlDialect() {
        super("MySQL", new ServerVersion(8, 0), "FOR SHARE", "wait_timeout");
    }

    /** For SELECT only; what bounds the others is the network timeout. */
    @Override
    Map<String, Object> statementLimit(Duration longest) {
        return Map.of("max_execution_time", longest.toMillis());
    }
}
