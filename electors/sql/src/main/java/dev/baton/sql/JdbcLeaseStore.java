// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Instants;
import dev.baton.core.Ticker;
import dev.baton.lease.LeaseLink;
import dev.baton.lease.LeaseReply;
import dev.baton.lease.LeaseReply.Failed;
import dev.baton.lease.LeaseRequest;
import dev.baton.lease.LeaseStore;
import dev.baton.lease.StoreLink;
import dev.baton.sql.dialect.Durability;
import dev.baton.sql.dialect.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Leases in a SQL database: one row per election, on one connection of the store's own.
 *
 * <p>What it keeps:
 *
 * <ol>
 *   <li>Who holds a lease is decided by the database alone: every change compares the row and the database's clock in
 *       the statement that makes it.
 *   <li>An answer is what was read back after the change was committed. Row counts are never looked at.
 *   <li>A statement whose outcome is unknown is a failure, and its connection is given up.
 *   <li>A call returns within three quarters of the request timeout, whatever the driver does.
 * </ol>
 */
public final class JdbcLeaseStore implements LeaseStore {
    /** Nobody's leadership depends on the first connection, and it may have tables to create. */
    private static final Duration START_PATIENCE = Duration.ofSeconds(10);

    private final SqlSettings settings;
    private final Ticker ticker;
    private final RandomGenerator chance;
    private final DedicatedConnection own;
    private final DriverThread driver = new DriverThread();
    private final LongAdder statements = new LongAdder();
    /** The connection on which releases are told; confined to the driver's thread. */
    private @Nullable Connection listening;

    /** @param chance spreads out retries; used from one thread at a time */
    public JdbcLeaseStore(SqlDatabase database, SqlSettings settings, Ticker ticker, RandomGenerator chance) {
        this.settings = settings;
        this.ticker = ticker;
        this.chance = chance;
        this.own = new DedicatedConnection(database, settings, ticker, chance);
    }

    /** How many statements were sent for requests so far; those that open a connection are not counted. */
    public long statements() {
        return statements.sum();
    }

    /**
     * Connects and checks the tables ahead of the first request. A database that cannot be reached is no reason to
     * fail: it is tried again with every request.
     *
     * @return whether committed rows outlive a crash of the database, as far as is known
     * @throws ConfigurationException if the database or its tables cannot be used as they are
     */
    public Durability start() {
        Optional<Optional<ConfigurationException>> refused = driver.call(this::connect, START_PATIENCE);
        refused.flatMap(it -> it).ifPresent(wrong -> {
            throw wrong;
        });
        return own.durability();
    }

    private Optional<ConfigurationException> connect() {
        try {
            own.get();
            return Optional.empty();
        } catch (DedicatedConnection.Refused refused) {
            return refused.configuration();
        }
    }

    @Override
    public List<LeaseReply> execute(List<LeaseRequest> requests) {
        long deadline = Instants.plus(ticker.nanos(), settings.budget());
        return driver.call(() -> answer(requests, deadline), settings.budget()).orElseGet(() -> {
            own.abort();
            LeaseReply late = Failed.unreachable("no answer from the database within "
                    + settings.budget().toMillis() + " ms: the outcome is unknown");
            return requests.stream().map(request -> late).toList();
        });
    }

    /** Requests about one election are answered in their order: the second of each in the second round, and so on. */
    private List<LeaseReply> answer(List<LeaseRequest> requests, long deadline) {
        LeaseReply[] replies = new LeaseReply[requests.size()];
        for (List<Integer> round : rounds(requests)) {
            Map<ElectionName, LeaseReply> answered =
                    answerRound(round.stream().map(requests::get).toList(), deadline);
            round.forEach(i -> replies[i] = answered.get(requests.get(i).election()));
        }
        return Arrays.asList(replies);
    }

    private static List<List<Integer>> rounds(List<LeaseRequest> requests) {
        Map<ElectionName, Integer> seen = new HashMap<>();
        SortedMap<Integer, List<Integer>> rounds = new TreeMap<>();
        for (int i = 0; i < requests.size(); i++) {
            int round = seen.merge(requests.get(i).election(), 1, Integer::sum);
            rounds.computeIfAbsent(round, first -> new ArrayList<>()).add(i);
        }
        return List.copyOf(rounds.values());
    }

    private Map<ElectionName, LeaseReply> answerRound(List<LeaseRequest> requests, long deadline) {
        Map<ElectionName, LeaseReply> replies = new HashMap<>();
        LeaseReply rest;
        try {
            DedicatedConnection.Open open = own.get();
            rest = run(
                    new LeaseRound(session(open, deadline), error -> own.failed(open.dialect(), error), requests),
                    open,
                    replies);
        } catch (DedicatedConnection.Refused refused) {
            rest = refused.reply();
        }
        for (LeaseRequest request : requests) {
            replies.putIfAbsent(request.election(), rest);
        }
        return replies;
    }

    private LeaseReply run(LeaseRound round, DedicatedConnection.Open open, Map<ElectionName, LeaseReply> replies) {
        try {
            round.run();
            return Failed.unreachable("not answered");
        } catch (SQLException unknown) {
            own.drop();
            return own.failed(open.dialect(), unknown);
        } catch (RuntimeException broken) {
            own.drop();
            return Failed.unreachable("the driver failed: " + Secrets.hide(broken.toString()));
        } catch (Error broken) {
            own.drop();
            throw broken;
        } finally {
            replies.putAll(round.replies());
        }
    }

    /** A link to this store, which also tells soon when a lease was given back. Closes the store. */
    public LeaseLink link() {
        return link(true);
    }

    /**
     * A link to this store. Closes the store.
     *
     * @param asks whether to ask for leases that were given back where the database does not tell by itself
     */
    LeaseLink link(boolean asks) {
        StoreLink batching = new StoreLink(this, settings.lookPause(), ticker);
        return new ReleaseLink(batching, this::released, settings.terms().lease(), asks, ticker);
    }

    /** A call that hangs is left to the next request to end: what is asked here is not worth a connection. */
    private ReleaseLink.Answer released(Duration window, boolean ask) {
        long deadline = Instants.plus(ticker.nanos(), settings.budget());
        return driver.call(() -> askForReleases(window, ask, deadline), settings.budget())
                .orElse(ReleaseLink.Answer.NONE);
    }

    private ReleaseLink.Answer askForReleases(Duration window, boolean ask, long deadline) {
        try {
            DedicatedConnection.Open open = own.get();
            return askForReleases(open, session(open, deadline), window, ask);
        } catch (DedicatedConnection.Refused refused) {
            return ReleaseLink.Answer.NONE;
        }
    }

    private ReleaseLink.Answer askForReleases(
            DedicatedConnection.Open open, LeaseSession session, Duration window, boolean ask) {
        try {
            boolean isNew = !open.connection().equals(listening);
            listening = open.connection();
            if (open.notices().isEmpty()) {
                return ask ? ReleaseLink.Answer.asked(session.released(window)) : ReleaseLink.Answer.NONE;
            }
            // What was given back while nobody listened has to be asked for, once.
            Map<String, Long> missed = isNew ? session.released(window) : Map.of();
            return new ReleaseLink.Answer(missed, open.notices().get().take(), true);
        } catch (SQLException failed) {
            if (session.failure(failed) == Failure.UNKNOWN) {
                own.drop();
            }
            return ReleaseLink.Answer.NONE;
        } catch (RuntimeException | Error broken) {
            own.drop();
            throw broken;
        }
    }

    private LeaseSession session(DedicatedConnection.Open open, long deadline) {
        return new LeaseSession(open, settings.tables(), statements, ticker, chance, deadline);
    }

    /** The connection is given back after the call that is under way; does not wait for it. */
    @Override
    public void close() {
        driver.close(own::giveBack);
    }
}
