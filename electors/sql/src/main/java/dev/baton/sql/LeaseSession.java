// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.LeaseStatements;
import dev.baton.sql.dialect.SqlFailure;
import dev.baton.sql.dialect.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * The statements of one batch on one connection. Each statement is its own transaction, so no lock is held while this
 * process might be paused; the exception is H2's acquire. Victims of deadlocks are retried a few times.
 */
final class LeaseSession {
    /** A statement that loses this many conflicts in a row is given up. */
    static final int MAX_TRIES = 8;
    /** Elections per statement. Lists are padded to one of a few lengths, so that few statements are prepared. */
    private static final int CHUNK = 512;

    private static final int[] LENGTHS = {1, 8, 64, CHUNK};
    private static final Duration MAX_PAUSE = Duration.ofMillis(20);
    /** An owner that no row has. */
    private static final List<List<String>> NO_NODE = List.of(List.of("-", "-"));

    private final Connection connection;
    private final Dialect dialect;
    private final TableNames tables;
    private final LeaseStatements statements;
    private final String cluster;
    private final SqlText claim;
    private final LongAdder count;
    private final RandomGenerator chance;
    private OptionalLong clock = OptionalLong.empty();
    /** How far back the next read also polls for released leases. */
    private Optional<Duration> releasedWithin = Optional.empty();
    /** What such a read found. */
    private Optional<Map<String, Long>> released = Optional.empty();

    LeaseSession(Connection connection, Dialect dialect, TableNames tables, LongAdder count, RandomGenerator chance) {
        this.connection = connection;
        this.dialect = dialect;
        this.tables = tables;
        this.statements = dialect.lease().with(tables);
        this.cluster = tables.cluster();
        this.claim = dialect.claim().with(tables);
        this.count = count;
        this.chance = chance;
    }

    /** The database's clock in the row that was read last, in microseconds, if expiries are announced. */
    OptionalLong clock() {
        return clock;
    }

    SqlFailure failure(SQLException error) {
        return dialect.failure(error);
    }

    // ---- the statements

    Map<ElectionName, StoredLease> read(List<ElectionName> elections) throws SQLException {
        Optional<SqlText> both = releasedWithin.flatMap(it -> dialect.readWithReleased());
        if (both.isEmpty()) {
            return rows(statements.read(), Map.of("elections", names(elections)));
        }
        Duration window = releasedWithin.orElseThrow();
        Map<ElectionName, StoredLease> rows =
                rows(both.get().with(tables), Map.of("elections", names(elections), "window", micros(window)));
        releasedWithin = Optional.empty();
        released = Optional.of(StoredLease.releasedWithin(window, rows.values()));
        return rows;
    }

    /** Lets the next read also poll for released leases, if the database has a statement for that. */
    void askReleased(Duration window) {
        releasedWithin = Optional.of(window);
    }

    /** The released leases, if a read has found them since {@link #askReleased}; returned once. */
    Optional<Map<String, Long>> releasedSeen() {
        Optional<Map<String, Long>> seen = released;
        released = Optional.empty();
        releasedWithin = Optional.empty();
        return seen;
    }

    /** Runs a statement that may return rows. */
    private Map<ElectionName, StoredLease> rows(SqlText text, Map<String, ?> parameters) throws SQLException {
        Map<ElectionName, StoredLease> rows = new HashMap<>();
        repeat(() -> {
            rows.clear();
            count.increment();
            try (PreparedStatement statement = text.prepare(connection, parameters)) {
                if (!statement.execute()) {
                    return;
                }
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        if (StoredLease.hasName(result)) {
                            StoredLease row = StoredLease.from(result);
                            rows.put(row.election(), row);
                        }
                        if (dialect.announceRenewal().isPresent()) {
                            clock = OptionalLong.of(result.getLong("clock_micros"));
                        }
                    }
                }
                dialect.requireCommitted(statement);
            }
        });
        return rows;
    }

    private static List<String> names(List<ElectionName> elections) {
        return filled(elections.stream().map(ElectionName::value).toList());
    }

    /** The leases that were released within the last {@code window}, with the epoch under which they had been held. */
    Map<String, Long> released(Duration window) throws SQLException {
        Map<String, Long> released = new HashMap<>();
        repeat(() -> {
            released.clear();
            count.increment();
            try (PreparedStatement query =
                            dialect.released().with(tables).prepare(connection, Map.of("window", micros(window)));
                    ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    released.put(result.getString(1), result.getLong(2));
                }
            }
        });
        return released;
    }

    /** Renews leases, and returns the renewed rows if the statement itself returns them. */
    Map<ElectionName, StoredLease> renew(List<LeaseRequest.Renew> renewals, Duration lease) throws SQLException {
        Map<String, Object> parameters = owners(
                renewals, renewals.stream().map(LeaseRequest.Renew::token).toList());
        parameters.put("lease", micros(lease));
        Map<ElectionName, StoredLease> renewed = rows(statements.renew(), parameters);
        dialect.flush(connection);
        return renewed;
    }

    /** Notifies standbys of renewals, if the database can. */
    void announceRenewals(List<ElectionName> elections) throws SQLException {
        Optional<SqlText> announcement = dialect.announceRenewal();
        if (announcement.isPresent()) {
            for (List<ElectionName> chunk : chunks(elections)) {
                announce(announcement.get(), Map.of("elections", names(chunk)));
            }
        }
    }

    void release(List<LeaseRequest.Release> releases, Optional<NodeId> successor) throws SQLException {
        Map<String, Object> parameters = owners(
                releases, releases.stream().map(LeaseRequest.Release::token).toList());
        parameters.put("successor", successor.map(NodeId::value).orElse(""));
        write(statements.release(), parameters);
        Optional<SqlText> announcement = dialect.announceRelease();
        if (announcement.isPresent()) {
            announce(announcement.get(), parameters);
        }
    }

    /** Standbys find what is not announced a little later. */
    private void announce(SqlText announcement, Map<String, ?> parameters) throws SQLException {
        count.increment();
        try (PreparedStatement query = announcement.with(tables).prepare(connection, parameters)) {
            query.execute();
        } catch (SQLException failed) {
            if (failure(failed) == SqlFailure.UNKNOWN) {
                throw failed;
            }
        }
    }

    /** Stores claims of one node with one priority, for one length of time. */
    void claim(List<LeaseRequest.Claim> claims) throws SQLException {
        LeaseRequest.Claim any = claims.get(0);
        Map<String, Object> parameters =
                owners(claims, claims.stream().map(LeaseRequest.Claim::token).toList());
        parameters.put("node", any.claim().node().id().value());
        parameters.put("incarnation", any.claim().node().incarnation().toString());
        parameters.put("priority", any.claim().priority().value());
        parameters.put("length", micros(any.length()));
        write(claim, parameters);
    }

    /** Adds the first rows of elections. It does not matter if another node adds one first. */
    void begin(List<ElectionName> elections) throws SQLException {
        List<String> names = elections.stream().map(ElectionName::value).toList();
        List<List<Object>> rows =
                names.stream().map(name -> List.<Object>of(cluster, name, 0L)).toList();
        Map<String, ?> parameters = Map.of(
                "elections", filled(names),
                "rows", filled(rows),
                "array", names.toArray());
        addMissing(statements.insertMissingFences(), parameters);
        addMissing(statements.insertMissingLeases(), parameters);
    }

    /** Another node may add one of the rows meanwhile; the next attempt leaves out existing rows. */
    private void addMissing(SqlText text, Map<String, ?> parameters) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                write(text, parameters);
                return;
            } catch (SQLException there) {
                if (failure(there) != SqlFailure.DUPLICATE || attempt == MAX_TRIES) {
                    throw there;
                }
            }
        }
    }

    /** The elections among these whose fence no transaction holds. */
    Set<String> unlockedFences(List<Takeover> wanted) throws SQLException {
        Map<String, ?> parameters = Map.of(
                "elections", filled(wanted.stream().map(Takeover::election).toList()));
        Set<String> free = new HashSet<>();
        repeat(() -> {
            free.clear();
            count.increment();
            try (PreparedStatement query = statements.unlockedFences().prepare(connection, parameters);
                    ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    free.add(result.getString(1));
                }
            }
        });
        return free;
    }

    /** Takes the rows that are still as they were read. All have the same {@link Takeover#common()}. */
    void acquire(List<Takeover> wanted) throws SQLException {
        List<Takeover> all = filled(wanted);
        List<List<String>> gone = wanted.stream()
                .filter(Takeover::holderIsDead)
                .map(Takeover::seenOwner)
                .toList();
        LeaseRequest.Acquire any = wanted.get(0).request();
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("elections", all.stream().map(Takeover::election).toList());
        parameters.put("seen", all.stream().map(Takeover::seenOwner).toList());
        parameters.put("gone", filled(gone.isEmpty() ? NO_NODE : gone));
        parameters.put("mine", all.stream().map(Takeover::newOwner).toList());
        parameters.put(
                "tokens", new SqlText.Cases(all.stream().map(Takeover::newOwner).toList()));
        parameters.put(
                "epochs", new SqlText.Cases(all.stream().map(Takeover::newEpoch).toList()));
        parameters.put("node", any.entry().self().id().value());
        parameters.put("incarnation", any.entry().self().incarnation().toString());
        parameters.put("endpoints", EndpointsText.of(any.entry().endpoints()));
        parameters.put("lease", micros(any.lease()));
        parameters.put("priority", any.priority().value());
        List<SqlText> steps = statements.acquire();
        if (steps.size() == 1) {
            write(steps.get(0), parameters);
        } else {
            repeat(() -> asOneTransaction(steps, parameters));
        }
        dialect.flush(connection);
    }

    /**
     * Checks that what was written is committed, as the replies say.
     *
     * @throws SQLException if something behind the connection switched autocommit off
     */
    void requireCommitted() throws SQLException {
        if (!connection.getAutoCommit()) {
            throw new SQLException("autocommit was switched off on the connection of the lease store");
        }
    }

    // ---- how they are run

    private Map<String, Object> owners(Collection<? extends LeaseRequest> requests, List<LeaseToken> tokens) {
        List<List<String>> owners = new ArrayList<>();
        int i = 0;
        for (LeaseRequest request : requests) {
            owners.add(List.of(request.election().value(), tokens.get(i++).toString()));
        }
        List<List<String>> full = filled(owners);
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("owners", full);
        parameters.put("elections", full.stream().map(owner -> owner.get(0)).toList());
        return parameters;
    }

    private static <T> List<T> filled(List<T> list) {
        List<T> full = new ArrayList<>(list);
        for (int length : LENGTHS) {
            if (length >= list.size()) {
                while (full.size() < length) {
                    full.add(list.get(list.size() - 1));
                }
                return full;
            }
        }
        throw new IllegalArgumentException(list.size() + " elections are more than " + CHUNK);
    }

    /** Splits a list into parts of one statement each. */
    static <T> List<List<T>> chunks(List<T> all) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += CHUNK) {
            chunks.add(all.subList(from, Math.min(all.size(), from + CHUNK)));
        }
        return chunks;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    private void write(SqlText text, Map<String, ?> parameters) throws SQLException {
        repeat(() -> executeOnce(text, parameters));
    }

    private void executeOnce(SqlText text, Map<String, ?> parameters) throws SQLException {
        count.increment();
        try (PreparedStatement statement = text.prepare(connection, parameters)) {
            // The row count depends on the driver and its options, so it is not used.
            statement.executeUpdate();
            dialect.requireCommitted(statement);
        }
    }

    /**
     * Runs all of the steps or none, whatever is thrown in between: switching autocommit on would commit the first
     * ones.
     */
    private void asOneTransaction(List<SqlText> steps, Map<String, ?> parameters) throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (SqlText step : steps) {
                executeOnce(step, parameters);
            }
            connection.commit();
        } catch (SQLException | RuntimeException | Error failed) {
            // If this fails, autocommit stays off and the connection is given up.
            connection.rollback();
            connection.setAutoCommit(true);
            throw failed;
        }
        connection.setAutoCommit(true);
    }

    /** A step on the connection. */
    private interface Step {
        void run() throws SQLException;
    }

    private void repeat(Step step) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                step.run();
                return;
            } catch (SQLException failed) {
                if (failure(failed) != SqlFailure.BUSY || attempt == MAX_TRIES || !pause()) {
                    throw failed;
                }
            }
        }
    }

    private boolean pause() {
        try {
            TimedWait.of(Duration.ofNanos((long) (MAX_PAUSE.toNanos() * chance.nextDouble())));
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
