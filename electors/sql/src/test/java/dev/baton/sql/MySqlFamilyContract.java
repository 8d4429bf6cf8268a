// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Everything on a server that is MySQL or MariaDB. */
abstract class MySqlFamilyContract {
    private final TestDatabase server;
    private final TestDatabase throughOtherDriver;
    private final String host;

    /**
     * @param throughOtherDriver the same server, with the driver of the other
     * @param host where users come from, as in a {@code CREATE USER}
     */
    MySqlFamilyContract(TestDatabase server, TestDatabase throughOtherDriver, String host) {
        this.server = server;
        this.throughOtherDriver = throughOtherDriver;
        this.host = host;
    }

    @Nested
    class Store extends LeaseStoreContract {
        Store() {
            super(server);
        }
    }

    @Nested
    class Design extends SqlDesignContract {
        Design() {
            super(server);
        }

        @Override
        void whileReadOnly(Consumer<TestDatabase> action) {
            database.run(
                    "CREATE USER IF NOT EXISTS plain" + host + " IDENTIFIED BY 'plain'",
                    "GRANT SELECT, INSERT, UPDATE ON baton.* TO plain" + host,
                    "SET GLOBAL read_only = 1");
            try {
                action.accept(database.as("plain", "plain"));
            } finally {
                database.run("SET GLOBAL read_only = 0");
            }
        }
    }

    @Nested
    class Fence extends ServerFenceContract {
        Fence() {
            super(server);
        }
    }

    @Nested
    class Elector extends SqlElectorContract {
        Elector() {
            super(server);
        }
    }

    @Nested
    class Schema extends SqlSchemaContract {
        Schema() {
            super(server);
        }

        @Override
        TestDatabase reader(TableNames tables) {
            database.run(
                    "CREATE USER IF NOT EXISTS reader" + host + " IDENTIFIED BY 'reader'",
                    "GRANT SELECT ON baton.* TO reader" + host);
            return database.as("reader", "reader");
        }

        @Test
        void aTableWithoutTransactionsIsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.lease() + " ENGINE = MyISAM");

            refused(tables, tables.lease() + " is a MyISAM table", "transactional");
        }

        @Test
        void aCaseFoldingCollationIsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.fence()
                    + " MODIFY election VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL");

            refused(tables, tables.fence() + ".election is varchar(128) utf8mb4_general_ci", "ascii_bin");
        }

        @Test
        void aTimestampThatEndsIn2038IsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.lease() + " MODIFY expires_at TIMESTAMP(6) NOT NULL DEFAULT NOW(6)");

            refused(tables, tables.lease() + ".expires_at is timestamp(6)", "datetime(6)");
        }
    }

    @Nested
    class Trouble extends StoreTroubleContract {
        Trouble() {
            super(server, MySqlOptions.of(server, throughOtherDriver));
        }
    }

    @Nested
    class FencedTransactions extends FencedTransactionContract {
        FencedTransactions() {
            super(server);
        }
    }
}
