// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import org.junit.jupiter.api.Tag;

/** Everything on a real MySQL 8.0, with {@code -Pmysql}. */
@Tag("mysql")
class MySqlIT extends MySqlFamilyContract {
    MySqlIT() {
        super(Servers.mySql(), Servers.byMariaDbDriver(Servers.mySql()), "");
    }
}
