// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.sql.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The statements of the witness, on a real database. */
@Timeout(60)
public abstract class WitnessTableContract {
    private static final int SECONDS = 10;

    private final TestDatabase database;
    private final String row = UUID.randomUUID().toString();
    private Connection connection;
    private WitnessTable table;

    public WitnessTableContract(TestDatabase database) {
        this.database = database;
    }

    protected Connection connection() {
        return connection;
    }

    protected WitnessRows table() {
        return table;
    }

    protected Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }

    @BeforeEach
    void open() throws SQLException {
        connection = connect();
        table = new WitnessTable(connection, row, SECONDS);
        table.create();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void theFirstInsertIsTheOneThatCounts() throws SQLException {
        assertThat(table.read()).isEmpty();

        assertThat(table.insert("one", "token-1")).isTrue();
        assertThat(table.insert("two", "token-2")).isFalse();

        assertThat(table.read()).hasValueSatisfying(read -> {
            assertThat(read.version()).isEqualTo(1);
            assertThat(read.state()).isEqualTo("one");
        });
    }

    @Test
    void aRowIsReplacedOnlyAsItWasRead() throws SQLException {
        table.insert("one", "token-1");

        try (Connection faster = connect()) {
            assertThat(new WitnessTable(faster, row, SECONDS).replace(1, "faster", "token-2"))
                    .isTrue();
        }
        assertThat(table.replace(1, "slower", "token-3")).isFalse();

        assertThat(table.read()).hasValueSatisfying(read -> {
            assertThat(read.version()).isEqualTo(2);
            assertThat(read.state()).isEqualTo("faster");
        });
    }

    @Test
    void aStateOfTheLargestSizeIsReadBackAsItWasWritten() throws SQLException {
        String large = "\u00e9\u20ac".repeat(100_000);

        assertThat(table.insert(large, "token")).isTrue();

        assertThat(table.read())
                .hasValueSatisfying(read -> assertThat(read.state()).isEqualTo(large));
    }

    @Test
    void namesThatDifferInCaseAreDifferentRows() throws SQLException {
        assertThat(new WitnessTable(connection, row + "-a", SECONDS).insert("lower", "token-a"))
                .isTrue();
        assertThat(new WitnessTable(connection, row + "-A", SECONDS).insert("upper", "token-A"))
                .isTrue();
    }

    /** Whatever the time zones of the server, the session and this process are: all run on one machine. */
    @Test
    void theClockIsTheDatabasesInMilliseconds() throws SQLException {
        table.insert("one", "token");

        long now = System.currentTimeMillis();

        assertThat(table.now()).isCloseTo(now, within(Duration.ofSeconds(30).toMillis()));
        assertThat(table.read().orElseThrow().now())
                .isCloseTo(now, within(Duration.ofSeconds(30).toMillis()));
    }
}
