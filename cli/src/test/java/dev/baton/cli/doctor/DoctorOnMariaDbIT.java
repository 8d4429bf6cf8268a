// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.sql.Servers;

/** The doctor before a real MariaDB. */
class DoctorOnMariaDbIT extends DoctorContract {
    DoctorOnMariaDbIT() {
        super(Servers.mariaDb());
    }
}
