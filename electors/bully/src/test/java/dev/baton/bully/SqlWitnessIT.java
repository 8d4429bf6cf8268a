// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The witness in each of the databases that it can be in. */
class SqlWitnessIT {
    private static final TestDatabase H2 = new TestDatabase("jdbc:h2:mem:witness;DB_CLOSE_DELAY=-1", "sa", "");

    @Nested
    class OnH2 extends SqlWitnessContract {
        OnH2() {
            super(H2);
        }
    }

    @Nested
    class OnPostgres extends SqlWitnessContract {
        OnPostgres() {
            super(Servers.postgres());
        }
    }

    @Nested
    class OnMariaDb extends SqlWitnessContract {
        OnMariaDb() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    @Tag("mysql")
    class OnMySql extends SqlWitnessContract {
        OnMySql() {
            super(Servers.mySql());
        }
    }

    @Nested
    class TableOnH2 extends WitnessTableContract {
        TableOnH2() {
            super(H2);
        }
    }

    @Nested
    class TableOnPostgres extends WitnessTableContract {
        TableOnPostgres() {
            super(Servers.postgres());
        }
    }

    @Nested
    class TableOnMariaDb extends WitnessTableContract {
        TableOnMariaDb() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    @Tag("mysql")
    class TableOnMySql extends WitnessTableContract {
        TableOnMySql() {
            super(Servers.mySql());
        }
    }
}
