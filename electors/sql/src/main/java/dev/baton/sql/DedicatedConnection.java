// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ConfigurationException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Durability;
import dev.baton.sql.dialect.Notifications;
import dev.baton.sql.dialect.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The connection that only a lease store uses. Opened when it is needed, given up at the first doubt, and opened again
 * with growing pauses. Used by one thread at a time, except for methods that say otherwise.
 */
final class DedicatedConnection {
    private static final AsyncLog LOG = AsyncLog.of(DedicatedConnection.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final int MAX_DOUBLINGS = 4;

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final Ticker ticker;
    private final RandomGenerator chance;
    private final LongAdder statements;

    private final AtomicReference<@Nullable BorrowedConnection> connection = new AtomicReference<>();
    private @Nullable Dialect dialect;
    private boolean checked;
    private volatile Durability durability;
    private volatile boolean opening;
    /** Both guarded by this object, so that either the call or the one that abandons it closes the connection. */
    private boolean calling;

    private boolean abandoned;
    private boolean listened;
    private int failures;
    private long openAgainAt;
    private Failed reason = Failed.unreachable("not tried yet");

    /** @param statements counts the statements that are sent */
    DedicatedConnection(
            SqlDatabase database, SqlSettings settings, Ticker ticker, RandomGenerator chance, LongAdder statements) {
        this.database = database;
        this.settings = settings;
        this.ticker = ticker;
        this.chance = chance;
        this.statements = statements;
        this.openAgainAt = ticker.nanos();
        this.durability = Durability.beforeAsking(settings.unsafeLostCommits());
    }

    /** There is no connection; has the reason. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Failed reply;
        private final transient Optional<ConfigurationException> configuration;

        Refused(Failed reply, Optional<ConfigurationException> configuration) {
            super(reply.why());
            this.reply = reply;
            this.configuration = configuration;
        }

        Failed reply() {
            return reply;
        }

        /** What the user has to change, if anything. */
        Optional<ConfigurationException> configuration() {
            return configuration;
        }
    }

    /**
     * The statements on this connection, for a call that ends with {@link #callReturned}. Opens the connection if
     * necessary.
     */
    LeaseSession session() throws Refused {
        beginCall();
        BorrowedConnection current = connection.get();
        Dialect spoken = dialect;
        if (current != null && spoken != null) {
            return session(current, spoken);
        }
        if (MonotonicTime.isBefore(ticker.nanos(), openAgainAt)) {
            throw new Refused(reason, Optional.empty());
        }
        opening = true;
        try {
            return open();
        } finally {
            opening = false;
        }
    }

    private LeaseSession session(BorrowedConnection current, Dialect spoken) {
        return new LeaseSession(current.get(), spoken, settings.tables(), statements, chance);
    }

    private LeaseSession open() throws Refused {
        Dialect spoken = null;
        try {
            BorrowedConnection fresh =
                    BorrowedConnection.take(database.open(settings.terms().requestTimeout()));
            connection.set(fresh);
            requireWanted();
            spoken = Dialects.forElections(fresh.get());
            prepare(fresh, spoken);
            dialect = spoken;
            listened = false;
            if (failures > 0) {
                LOG.info("{} is reachable again after {} failed attempts", database, failures);
            }
            failures = 0;
            requireWanted();
            return session(fresh, spoken);
        } catch (Refused late) {
            giveBack();
            throw late;
        } catch (ConfigurationException wrong) {
            drop();
            throw new Refused(later(Failed.unreachable(String.valueOf(wrong.getMessage()))), Optional.of(wrong));
        } catch (SQLException | RuntimeException refused) {
            drop();
            Failed why = refused instanceof SQLException error && spoken != null
                    ? failed(spoken, error)
                    : Failed.unreachable(database + ": " + Secrets.messageOf(refused));
            throw new Refused(later(why), Optional.empty());
        } catch (Error broken) {
            drop();
            throw broken;
        }
    }

    /** Fails if the caller no longer waits for this call. */
    private synchronized void requireWanted() throws Refused {
        if (abandoned) {
            throw new Refused(Failed.unreachable("the connection came too late"), Optional.empty());
        }
    }

    private void prepare(BorrowedConnection fresh, Dialect spoken) throws SQLException {
        Connection bare = fresh.get();
        // Before anything is set in a session that may turn out to be shared with others.
        fresh.requireOwnSession(spoken, () -> database.open(settings.terms().requestTimeout()));
        if (!checked) {
            if (settings.createSchema()) {
                SqlSchema.create(bare, spoken, settings.tables());
            }
            SqlSchema.check(bare, spoken, settings.tables());
            checked = true;
        }
        checkDurability(spoken, spoken.durability(bare));
        fresh.prepare(spoken, settings.terms().requestTimeout());
        fresh.listen(spoken);
    }

    /** Checked for every connection: the next server may be set up differently. */
    private void checkDurability(Dialect spoken, Durability found) {
        if (!settings.unsafeLostCommits()) {
            found.check(spoken.name());
        }
        if (!found.equals(durability)) {
            found.problems()
                    .forEach(
                            it -> LOG.warn("TWO NODES MAY LEAD UNDER ONE EPOCH after a crash of {}: {}", database, it));
            found.doubts().forEach(it -> LOG.warn("{}: {}", database, it));
        }
        durability = found;
    }

    /** Spreads out the next attempts of this node and of all other nodes that lost the same server. */
    private Failed later(Failed why) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
        failures++;
        openAgainAt = MonotonicTime.plus(
                ticker.nanos(), Duration.ofNanos((long) (pause.toNanos() * (0.5 + chance.nextDouble()))));
        reason = why;
        if (failures == 1) {
            LOG.warn("no connection for elections: {}", why.why());
        }
        return why;
    }

    /** Whether committed rows survive a crash, as far as is known. Any thread. */
    Durability durability() {
        return durability;
    }

    /** How an error on the open connection is reported. */
    Failed failed(SQLException error) {
        return failed(Objects.requireNonNull(dialect, "dialect"), error);
    }

    private static Failed failed(Dialect spoken, SQLException error) {
        String message = Secrets.messageOf(error);
        String code = " (SQLSTATE " + error.getSQLState() + ", code " + error.getErrorCode() + ")";
        return new Failed(spoken.name() + ": " + message + code, spoken.failure(error) == SqlFailure.READ_ONLY);
    }

    /** Whether the call under way opens the connection. Any thread. */
    boolean isOpening() {
        return opening;
    }

    /** The notifications for this connection, once it is open; empty if the database sends none. */
    Optional<Notifications> notices() {
        BorrowedConnection current = connection.get();
        return current == null ? Optional.empty() : current.notices();
    }

    /** Whether this is the first call on the open connection. */
    boolean isFirstListening() {
        boolean first = !listened;
        listened = true;
        return first;
    }

    /** Gives the connection up; the outcome of its current statement is unknown. */
    void drop() {
        BorrowedConnection current = forget();
        if (current != null) {
            current.discard();
        }
    }

    /** Returns the connection as it came. */
    void giveBack() {
        BorrowedConnection current = forget();
        if (current != null) {
            current.giveBack();
        }
    }

    /** To one caller only, however many there are. */
    private @Nullable BorrowedConnection forget() {
        dialect = null;
        return connection.getAndSet(null);
    }

    private synchronized void beginCall() throws Refused {
        requireWanted();
        calling = true;
    }

    private synchronized boolean endCall() {
        calling = false;
        return abandoned;
    }

    private synchronized boolean abandonCall() {
        abandoned = true;
        return calling;
    }

    /**
     * Aborts the current call, which should then return but may not. Aborting may hang as well, so a separate thread
     * does it, and a driver that hangs does not block the caller. If the call has already returned, that thread also
     * gives the connection up, since no other will. Any thread.
     */
    void abandon() {
        boolean inCall = abandonCall();
        BorrowedConnection current = connection.get();
        if (current != null) {
            Runnable cut = inCall ? () -> BorrowedConnection.abort(current.get()) : this::drop;
            Thread thread = new Thread(cut, "baton-sql-abort");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** The call is over. If it was abandoned meanwhile, so is the connection. */
    void callReturned() {
        if (endCall()) {
            drop();
        }
    }
}
