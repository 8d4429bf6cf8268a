// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** The witness in each of the databases that it can be in. */
class SqlWitnessIT {
    private static final JdbcConnectionPool H2 =
            JdbcConnectionPool.create("jdbc:h2:mem:witness;DB_CLOSE_DELAY=-1", "sa", "");
    private static final EmbeddedPostgres POSTGRES = startPostgres();

    private static EmbeddedPostgres startPostgres() {
        try {
            return EmbeddedPostgres.start();
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        H2.dispose();
        POSTGRES.close();
    }

    @Nested
    class OnH2 extends SqlWitnessContract {
        OnH2() {
            super(H2);
        }
    }

    @Nested
    class OnPostgres extends SqlWitnessContract {
        OnPostgres() {
            super(postgres());
        }
    }

    private static DataSource postgres() {
        return POSTGRES.getPostgresDatabase();
    }
}
