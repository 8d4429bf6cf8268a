// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.core.ConfigurationException;
import dev.baton.core.Instants;
import dev.baton.core.Ticker;
import dev.baton.lease.LeaseReply.Failed;
import dev.baton.runtime.AsyncLog;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The connection that a lease store has for itself. Opened when it is needed, given up at the first doubt, and opened
 * again with growing pauses. Confined to the {@link DriverThread}, but for what says otherwise.
 */
final class OwnConnection {
    private static final AsyncLog LOG = AsyncLog.of(OwnConnection.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final int MOST_DOUBLINGS = 4;

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final Ticker ticker;
    private final RandomGenerator chance;

    private volatile @Nullable Connection connection;
    private @Nullable Dialect dialect;
    private boolean checked;
    private volatile boolean durable = true;
    private int failures;
    private long openAgainAt;
    private Failed reason = Failed.unreachable("not tried yet");

    OwnConnection(SqlDatabase database, SqlSettings settings, Ticker ticker, RandomGenerator chance) {
        this.database = database;
        this.settings = settings;
        this.ticker = ticker;
        this.chance = chance;
        this.openAgainAt = ticker.nanos();
    }

    /** No connection, and why. */
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

        /** What the user has to put right, if that is what it takes. */
        Optional<ConfigurationException> configuration() {
            return configuration;
        }
    }

    /** A connection and the way to speak on it. */
    record Open(Connection connection, Dialect dialect) {}

    Open get() throws Refused {
        Connection current = connection;
        Dialect spoken = dialect;
        if (current != null && spoken != null) {
            return new Open(current, spoken);
        }
        if (Instants.isBefore(ticker.nanos(), openAgainAt)) {
            throw new Refused(reason, Optional.empty());
        }
        return open();
    }

    private Open open() throws Refused {
        Dialect spoken = null;
        try {
            Connection fresh = database.open(settings.budget());
            connection = fresh;
            spoken = Dialects.of(fresh);
            prepare(fresh, spoken);
            dialect = spoken;
            if (failures > 0) {
                LOG.info("{} is reached again after {} failed attempts", database, failures);
            }
            failures = 0;
            return new Open(fresh, spoken);
        } catch (ConfigurationException wrong) {
            drop();
            throw new Refused(later(Failed.unreachable(String.valueOf(wrong.getMessage()))), Optional.of(wrong));
        } catch (SQLException | RuntimeException refused) {
            drop();
            Failed why = refused instanceof SQLException error && spoken != null
                    ? failed(spoken, error)
                    : Failed.unreachable(database + ": " + Secrets.messageOf(refused));
            throw new Refused(later(why), Optional.empty());
        }
    }

    private void prepare(Connection fresh, Dialect spoken) throws SQLException {
        fresh.setAutoCommit(true);
        fresh.setReadOnly(false);
        if (!checked) {
            if (settings.createSchema()) {
                SqlSchema.create(fresh, spoken, settings.tables());
            }
            SqlSchema.check(fresh, spoken, settings.tables());
            durable = spoken.isDurable(fresh);
            checked = true;
        }
        spoken.prepare(fresh, settings.longestStatement());
    }

    /** Spreads out the next attempts, of this node and of all the others that lost the same server. */
    private Failed later(Failed why) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        openAgainAt =
                Instants.plus(ticker.nanos(), Duration.ofNanos((long) (pause.toNanos() * (0.5 + chance.nextDouble()))));
        reason = why;
        if (failures == 1) {
            LOG.warn("no connection for elections: {}", why.why());
        }
        return why;
    }

    /** Whether rows outlive the processes that use the database; believed until it was asked. Any thread. */
    boolean isDurable() {
        return durable;
    }

    /** How an error is reported. */
    Failed failed(Dialect spoken, SQLException error) {
        String message = Secrets.messageOf(error);
        String code = " (SQLSTATE " + error.getSQLState() + ", code " + error.getErrorCode() + ")";
        return new Failed(spoken.name() + ": " + message + code, spoken.failure(error) == Failure.READ_ONLY);
    }

    /** Gives the connection up; what was under way on it is unknown. */
    void drop() {
        Connection current = connection;
        connection = null;
        dialect = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException | RuntimeException broken) {
                LOG.debug("closing a connection failed: {}", broken.getClass().getName());
            }
        }
    }

    /** Cuts the connection off, so that a call which hangs on it comes back. Any thread. */
    void abort() {
        Connection current = connection;
        if (current != null) {
            try {
                current.abort(Runnable::run);
            } catch (SQLException | RuntimeException unsupported) {
                LOG.debug(
                        "aborting a connection failed: {}",
                        unsupported.getClass().getName());
            }
        }
    }
}
