// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.sql.dialect.H2Dialect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A query that loses a conflict halfway is asked again, and what it had answered until then is forgotten. */
class LeaseSessionTest {
    private static final ElectionName A = ElectionName.of("a");
    private static final ElectionName B = ElectionName.of("b");

    private final TestDatabase database = Servers.h2Memory();
    private final TableNames tables = database.newTables();
    private final Connection connection = database.connect();
    private final AtomicInteger rowsRead = new AtomicInteger();
    private final LeaseSession session = session(failingAtTheSecondRow(Connection.class, connection));

    private LeaseSession session(Connection on) {
        return new LeaseSession(on, new H2Dialect(), tables, new LongAdder(), new SplittableRandom(1));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** Before the second row of the first result, the rows of "a" go and the query fails as the victim of a deadlock. */
    private <T> T failingAtTheSecondRow(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("next") && rowsRead.incrementAndGet() == 2) {
                        database.run(
                                "DELETE FROM " + tables.lease() + " WHERE election = 'a'",
                                "DELETE FROM " + tables.fence() + " WHERE election = 'a'");
                        throw new SQLException("deadlock", "40001", 40001);
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        if (result instanceof PreparedStatement statement) {
                            return failingAtTheSecondRow(PreparedStatement.class, statement);
                        }
                        return result instanceof ResultSet rows ? failingAtTheSecondRow(ResultSet.class, rows) : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    /** A look that is sent anyway: what it costs to ask is nothing. */
    @Test
    void aLookCanAskWhatWasGivenBackLatelyToo() throws SQLException {
        LeaseSession looking = session(connection);
        looking.begin(List.of(A, B));
        database.run(
                row("a", "released = TRUE, expires_at = DATEADD(SECOND, -2, CURRENT_TIMESTAMP(6))"),
                row("b", "released = FALSE, expires_at = DATEADD(SECOND, 2, CURRENT_TIMESTAMP(6))"));

        looking.askReleased(Duration.ofSeconds(60));
        assertThat(looking.read(List.of(B))).containsKey(B);
        assertThat(looking.releasedSeen()).contains(Map.of("a", 7L));
        assertThat(looking.releasedSeen()).as("once").isEmpty();

        looking.askReleased(Duration.ofSeconds(1));
        looking.read(List.of(B));
        assertThat(looking.releasedSeen()).as("not what is older").contains(Map.of());

        looking.read(List.of(B));
        assertThat(looking.releasedSeen()).as("only if it is asked").isEmpty();
    }

    /** A row was written by hand, for an election in which this node does not stand. */
    @Test
    void aLookThatAsksMoreIsNotSpoiltByARowThatNobodyLooksAt() throws SQLException {
        LeaseSession looking = session(connection);
        looking.begin(List.of(A, B));
        database.run(
                row("a", "released = TRUE, expires_at = CURRENT_TIMESTAMP(6)"),
                "UPDATE " + tables.fence() + " SET election = 'No Name!' WHERE election = 'a'",
                "UPDATE " + tables.lease() + " SET election = 'No Name!' WHERE election = 'a'");

        looking.askReleased(Duration.ofSeconds(60));

        assertThat(looking.read(List.of(B))).containsOnlyKeys(B);
        assertThat(looking.releasedSeen()).contains(Map.of());
    }

    private String row(String election, String set) {
        return "UPDATE " + tables.lease() + " SET epoch = 7, node_id = 'n', incarnation = '"
                + Incarnation.random(new SplittableRandom(3)) + "', token = '" + FIRST + "', " + set
                + " WHERE election = '" + election + "'";
    }

    @Test
    void rowsOfAnAttemptThatFailedAreForgotten() throws SQLException {
        session(connection).begin(List.of(A, B));

        assertThat(session.read(List.of(A, B))).containsOnlyKeys(B);
    }

    @Test
    void fencesThatWereFreeInAnAttemptThatFailedAreForgotten() throws SQLException {
        session(connection).begin(List.of(A, B));
        List<Takeover> wanted = session(connection).read(List.of(A, B)).values().stream()
                .map(LeaseSessionTest::takeover)
                .toList();

        assertThat(session.unlockedFences(wanted)).containsExactly("b");
    }

    private static Takeover takeover(StoredLease seen) {
        ElectionEntry entry = new ElectionEntry(seen.election(), LeaseStoreContract.ALICE.self(), Endpoints.NONE);
        Acquire request = new Acquire(entry, FIRST, Epoch.NONE, LeaseStoreContract.HOUR, Optional.empty());
        return new Takeover(request, seen, Epoch.of(1));
    }
}
