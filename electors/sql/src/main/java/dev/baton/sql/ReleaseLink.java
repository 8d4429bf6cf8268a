// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.core.ElectionName;
import dev.baton.core.Ticker;
import dev.baton.lease.LeaseLink;
import dev.baton.lease.LeaseReply;
import dev.baton.lease.LeaseRequest;
import dev.baton.runtime.AsyncLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A link that also finds out soon when a lease was given back. Where the database tells, it listens; where not, one
 * statement asks for all elections of this node, as long as it waits for anybody's lease. What it finds is only a reason
 * to look again.
 */
final class ReleaseLink implements LeaseLink {
    private static final AsyncLog LOG = AsyncLog.of(ReleaseLink.class);

    /** How often it asks, and at the least: a named successor's head start is 2 s. */
    private static final int ASKED_PER_LEASE = 10;

    private static final Duration MAX_INTERVAL = Duration.ofSeconds(1);
    /** How often it looks for what it was told, which costs the database nothing. */
    private static final Duration LISTENING_PAUSE = Duration.ofMillis(100);
    /** A release is found also if this many answers were missed. */
    private static final int ANSWERS_MISSED = 2;

    private final LeaseLink link;
    private final Source source;
    private final Ticker ticker;
    private final Duration interval;
    private final boolean asks;
    private final ReleaseHints hints;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Where releases are found. */
    interface Source {
        /**
         * What was given back within {@code window}, by the database's clock, or since the last answer.
         *
         * @param ask whether a statement may be spent on it; what the database tells by itself is taken in any case
         */
        Answer released(Duration window, boolean ask);
    }

    /**
     * What was found: names of elections, as they stand in the database.
     *
     * @param released with the epochs under which they had been held
     * @param told by the database, without being asked
     * @param isTold whether it goes on telling
     */
    record Answer(Map<String, Long> released, List<String> told, boolean isTold) {
        static final Answer NONE = asked(Map.of());

        static Answer asked(Map<String, Long> released) {
            return new Answer(released, List.of(), false);
        }
    }

    /** @param asks whether to ask a database that does not tell by itself */
    ReleaseLink(LeaseLink link, Source source, Duration lease, boolean asks, Ticker ticker) {
        this.link = link;
        this.source = source;
        this.ticker = ticker;
        Duration part = lease.dividedBy(ASKED_PER_LEASE);
        this.interval = part.compareTo(MAX_INTERVAL) < 0 ? part : MAX_INTERVAL;
        this.asks = asks;
        this.hints = new ReleaseHints(lease);
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        synchronized (hints) {
            hints.sent(request, ticker.nanos());
        }
        link.send(request, answer);
    }

    @Override
    public void watch(Consumer<ElectionName> changed) {
        link.watch(changed);
        Thread thread = new Thread(() -> run(changed), "baton-sql-releases");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Consumer<ElectionName> changed) {
        Duration pause = interval;
        try {
            while (!closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                pause = lookOnce(changed);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration lookOnce(Consumer<ElectionName> changed) {
        try {
            return look(changed);
        } catch (Throwable failed) {
            // Also an error, as when memory runs out: the next look may fare better.
            LOG.debug(
                    "looking for released leases failed: {}", failed.getClass().getName());
            return interval;
        }
    }

    private Duration look(Consumer<ElectionName> changed) {
        boolean needed;
        synchronized (hints) {
            needed = hints.isNeeded(ticker.nanos());
        }
        // Also when nothing is waited for: what the database has told would pile up in the driver.
        Answer answer = source.released(interval.multipliedBy(ANSWERS_MISSED + 1), asks && needed);
        Set<ElectionName> news;
        synchronized (hints) {
            news = hints.news(answer.released(), answer.told());
        }
        news.forEach(changed);
        return answer.isTold() && LISTENING_PAUSE.compareTo(interval) < 0 ? LISTENING_PAUSE : interval;
    }

    @Override
    public void close() {
        closed.countDown();
        link.close();
    }
}
