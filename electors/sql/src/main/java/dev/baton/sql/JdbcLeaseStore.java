// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseStore;
import dev.baton.spi.lease.StoreLink;
import dev.baton.sql.dialect.Durability;
import dev.baton.sql.dialect.Notifications;
import dev.baton.sql.dialect.SqlFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * Leases in a SQL database: one row per election, on one connection of the store's own.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Who holds a lease is decided by the database alone: every change compares the row and the database's clock in
 *       the statement that makes it.
 *   <li>An answer is what was read back after the change was committed. Row counts are never used.
 *   <li>A statement whose outcome is unknown is a failure, and its connection is given up.
 *   <li>A call may hang in its driver. An {@linkplain #abandon abandoned} call keeps its connection, and gives it up if
 *       it ever returns; the next call has another connection.
 * </ol>
 */
public final class JdbcLeaseStore implements LeaseStore {
    /** The time to open a connection. No leadership depends on the first one, which may also have to create tables. */
    private static final Duration MAX_OPENING = Duration.ofSeconds(10);

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final Ticker ticker;
    private final RandomGenerator chance;
    private final LongAdder statements = new LongAdder();
    private final LeaseNotifications news;
    private volatile DedicatedConnection connection;
    private volatile boolean asks = true;
    private volatile boolean hearsNotices = true;
    /** The listener that is told of released leases, once there is one. */
    private volatile Optional<LeaseLink.Listener> told = Optional.empty();

    /** @param chance spreads out retries; used from one thread at a time */
    public JdbcLeaseStore(SqlDatabase database, SqlSettings settings, Ticker ticker, RandomGenerator chance) {
        this.database = database;
        this.settings = settings;
        this.ticker = ticker;
        this.chance = chance;
        this.news = new LeaseNotifications(settings.terms());
        this.connection = newConnection();
    }

    private DedicatedConnection newConnection() {
        return new DedicatedConnection(database, settings, ticker, new SplittableRandom(chance.nextLong()), statements);
    }

    /** The number of statements that were sent so far, without those that open a connection. */
    public long statements() {
        return statements.sum();
    }

    /**
     * Connects and checks the tables ahead of the first request. Does not fail if the database is unreachable: every
     * request tries again.
     *
     * @return whether committed rows survive a crash of the database, as far as is known
     * @throws ConfigurationException if the database or its tables cannot be used as they are
     */
    public Durability start() {
        DedicatedConnection first = connection;
        FutureTask<Optional<ConfigurationException>> connecting = new FutureTask<>(() -> connect(first));
        Thread thread = new Thread(connecting, "baton-sql-start");
        thread.setDaemon(true);
        thread.start();
        try {
            connecting.get(MAX_OPENING.toNanos(), TimeUnit.NANOSECONDS).ifPresent(wrong -> {
                throw wrong;
            });
        } catch (TimeoutException late) {
            abandon();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            abandon();
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        }
        return first.durability();
    }

    private static Optional<ConfigurationException> connect(DedicatedConnection first) {
        try {
            first.session();
            return Optional.empty();
        } catch (DedicatedConnection.Refused refused) {
            return refused.configuration();
        } finally {
            first.callReturned();
        }
    }

    @Override
    public List<LeaseReply> execute(List<LeaseRequest> requests) {
        news.sent(requests, ticker.nanos());
        Map<ElectionName, LeaseReply> replies = new HashMap<>();
        LeaseReply rest = execute(requests, replies);
        return requests.stream()
                .map(request -> replies.getOrDefault(request.election(), rest))
                .toList();
    }

    /** Returns the reply to all requests that get no other reply. */
    private LeaseReply execute(List<LeaseRequest> requests, Map<ElectionName, LeaseReply> replies) {
        DedicatedConnection mine = connection;
        try {
            LeaseSession session = mine.session();
            long sent = ticker.nanos();
            boolean joins = asks && !hearsNotices && news.isStandingBy(sent) && news.isWorthAsking(sent);
            if (joins) {
                session.askReleased(news.window());
            }
            new BatchedLeaseRequests(session, mine::failed, requests, replies).run();
            session.releasedSeen().ifPresent(epochs -> tellReleased(epochs, sent));
            session.clock().ifPresent(micros -> news.clockRead(micros, sent));
            return Failed.unreachable("not answered");
        } catch (DedicatedConnection.Refused refused) {
            return refused.reply();
        } catch (SQLException unknown) {
            Failed reply = mine.failed(unknown);
            mine.drop();
            return reply;
        } catch (RuntimeException broken) {
            mine.drop();
            return Failed.unreachable("the driver failed: " + Secrets.hide(broken.toString()));
        } catch (Error broken) {
            mine.drop();
            throw broken;
        } finally {
            mine.callReturned();
        }
    }

    private void tellReleased(Map<String, Long> epochs, long sent) {
        news.asked(sent);
        told.ifPresent(listener -> news.released(epochs).forEach(listener::changed));
    }

    @Override
    public Duration listen(LeaseLink.Listener listener) {
        told = Optional.of(listener);
        DedicatedConnection mine = connection;
        try {
            return listen(mine, mine.session(), listener);
        } catch (DedicatedConnection.Refused refused) {
            return news.interval();
        } catch (RuntimeException | Error broken) {
            mine.drop();
            throw broken;
        } finally {
            mine.callReturned();
        }
    }

    private Duration listen(DedicatedConnection mine, LeaseSession session, LeaseLink.Listener listener) {
        long now = ticker.nanos();
        try {
            session.announceRenewals(news.renewalsToAnnounce(now));
            Optional<Notifications> notices = mine.notices();
            hearsNotices = notices.isPresent();
            // Leases that were released before this connection existed are polled for, once.
            boolean due = news.untilQuestion(now).isZero();
            if (notices.isPresent() ? mine.isFirstListening() : asks && due && news.isStandingBy(now)) {
                news.asked(now);
                news.released(session.released(news.window())).forEach(listener::changed);
            }
            if (notices.isEmpty()) {
                return asks && !due ? news.untilQuestion(now) : news.interval();
            }
            notices.get().take().forEach(notice -> news.tell(notice, listener));
            return news.listeningPause();
        } catch (SQLException failed) {
            if (session.failure(failed) == SqlFailure.UNKNOWN) {
                mine.drop();
            }
            return news.interval();
        }
    }

    /** Where a renewing statement does not return rows, they are read afterwards, and other rows with them. */
    @Override
    public boolean looksJoinRenewals() {
        return !hearsNotices;
    }

    /** A link to this store that also reports released leases soon. Closes the store. */
    public LeaseLink link() {
        return link(true);
    }

    /**
     * A link to this store. Closes the store.
     *
     * @param asking whether to poll for released leases if the database does not notify
     */
    LeaseLink link(boolean asking) {
        asks = asking;
        return new StoreLink(this, settings.lookPause(), ticker);
    }

    /** No caller waits longer for an answer. */
    @Override
    public Duration patience() {
        return connection.isOpening() ? MAX_OPENING : settings.terms().requestTimeout();
    }

    @Override
    public Duration maxPatience() {
        return settings.terms().lease();
    }

    @Override
    public void abandon() {
        DedicatedConnection hanging = connection;
        connection = newConnection();
        hanging.abandon();
    }

    /** Called after the last call has returned. */
    @Override
    public void close() {
        connection.giveBack();
    }
}
