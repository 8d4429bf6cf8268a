// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.raft.group.GroupClient;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks the group's leader again and again what was given back, for a node that is not a member and so has no copy of the
 * rows. The leader answers as soon as something was, or when it is asked again. Costs no round of the group, since what it
 * tells decides nothing. Asks only while this node waits for a lease. Its lane owns all of its state.
 */
final class ReleasePolling {
    private static final long UNKNOWN = Long.MAX_VALUE;
    private static final int ASKED_PER_LEASE = 10;
    /** Well below the head start of a named successor, which is 2 s. */
    private static final Duration MAX_INTERVAL = Duration.ofMillis(500);

    private final GroupClient client;
    private final LeaseTerms terms;
    private final LeaseLink.Listener listener;
    private final Ticker ticker;
    private final Lane lane;
    private final Duration interval;
    private long waitsUntil;
    private long since = UNKNOWN;
    private boolean asking;
    private volatile boolean closed;

    ReleasePolling(GroupClient client, LeaseTerms terms, LeaseLink.Listener listener, Lanes lanes) {
        this.client = client;
        this.terms = terms;
        this.listener = listener;
        this.ticker = lanes.ticker();
        this.lane = lanes.open("news of raft");
        Duration part = terms.lease().dividedBy(ASKED_PER_LEASE);
        this.interval = part.compareTo(MAX_INTERVAL) < 0 ? part : MAX_INTERVAL;
        this.waitsUntil = ticker.nanos();
    }

    /** This node has looked at a lease that it does not hold, and does so at least once in a lease as long as it waits. */
    void waits() {
        lane.execute(() -> {
            waitsUntil = MonotonicTime.plus(ticker.nanos(), terms.lease().multipliedBy(2));
            if (!asking) {
                asking = true;
                ask();
            }
        });
    }

    private void ask() {
        if (closed || !MonotonicTime.isBefore(ticker.nanos(), waitsUntil)) {
            asking = false;
            return;
        }
        // The first answer says from where on to ask.
        Duration hold = since == UNKNOWN ? Duration.ZERO : interval.dividedBy(2);
        lane.wakeAt(MonotonicTime.plus(ticker.nanos(), interval), this::ask);
        CompletableFuture<byte[]> unused = client.call(
                        ElectionsPart.NAME, new Calls.News(since, hold).call(), terms.requestTimeout())
                .whenComplete((reply, failed) -> lane.execute(() -> told(reply)));
    }

    private void told(byte @Nullable [] reply) {
        if (reply != null && !closed) {
            try {
                Releases.News news = Calls.news(reply);
                since = news.latest();
                news.released().forEach(listener::changed);
            } catch (IllegalArgumentException senseless) {
                // Of a leader of another version: rows are looked at when their leases end.
                since = UNKNOWN;
            }
        }
    }

    void close() {
        closed = true;
    }
}
