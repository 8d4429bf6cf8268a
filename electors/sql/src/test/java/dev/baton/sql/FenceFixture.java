// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.acquire;
import static dev.baton.sql.LeaseStoreContract.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Leadership;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Leaders by lease, the fence of their election, and a table that they write to. */
abstract class FenceFixture {
    final TestDatabase database;
    TableNames tables;
    SqlFence fence;
    private JdbcLeaseStore store;

    FenceFixture(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    final void open() {
        tables = database.newTables();
        fence = new SqlFence(tables);
        store = LeaseStoreContract.newStore(database, tables);
        database.run(
                "DROP TABLE IF EXISTS guarded",
                "CREATE TABLE guarded (id INT PRIMARY KEY, epoch BIGINT NOT NULL, note VARCHAR(20))",
                "INSERT INTO guarded VALUES (1, 0, 'nobody')");
    }

    @AfterEach
    final void close() {
        store.close();
    }

    final Leadership lead(ElectionEntry entry, LeaseToken token) {
        LeaseRow row = take(acquire(entry, token));
        assertThat(row.token()).isEqualTo(token);
        return SqlStoreFixture.leadership(row);
    }

    final LeaseRow take(Acquire request) {
        return row(store.execute(List.of(request)).get(0)).orElseThrow();
    }

    static void write(Connection transaction, String note) throws SQLException {
        try (Statement statement = transaction.createStatement()) {
            statement.executeUpdate("UPDATE guarded SET note = '" + note + "'");
        }
    }
}
