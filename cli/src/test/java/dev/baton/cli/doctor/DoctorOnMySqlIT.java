// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.sql.Servers;
import org.junit.jupiter.api.Tag;

/** The doctor before a real MySQL 8.0, with {@code -Pmysql}. */
@Tag("mysql")
class DoctorOnMySqlIT extends DoctorContract {
    DoctorOnMySqlIT() {
        super(Servers.mySql());
    }
}
