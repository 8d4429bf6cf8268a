// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Requests that wait to go to a store together, so a thousand elections cost it a few calls per renewal interval. Reads
 * of standbys wait for each other: the first ones go at once, so that a hand-over that follows another is not held up;
 * those that follow them closely go together, or with the next request that is not a read. Renewals wait for a moment,
 * for others of the same instant and for reads that are due soon. There is one request per election: a newer one
 * replaces one that still waits, because its sender has given that up. Knows no thread, and is confined to its owner's.
 */
public final class WaitingRequests {
    /** The largest number of requests that go together. */
    public static final int MAX_BATCH = 1_000;

    /** So many calls may follow each other closely before reads wait: those of two hand-overs. */
    static final int MAX_AT_ONCE = 8;

    /** More reads than this wait for each other in any case: a thousand elections, and not a hand-over. */
    static final int MAX_FEW = 8;

    /**
     * Renewals wait for this fraction of the pause between reads: long enough for those of the same instant to gather.
     */
    private static final int GATHERING_PART = 100;

    private final Duration lookPause;
    private final Map<ElectionName, Waiting> waiting = new LinkedHashMap<>();
    /** A pause after the last call. */
    private long rested;
    /** Moves on by the pause with each call. A few reads may be ahead of it by all but one of the calls at once. */
    private long nextLook;

    private long renewalsFrom;

    /** A request with the receiver of its answer. */
    public record Waiting(LeaseRequest request, Consumer<LeaseReply> answer) {
        private boolean isLook() {
            return request instanceof LeaseRequest.Read;
        }

        private boolean isRenewal() {
            return request instanceof LeaseRequest.Renew;
        }
    }

    /** @param lookPause between reads of standbys, on average; well below the timeout of requests */
    public WaitingRequests(Duration lookPause, long now) {
        this.lookPause = lookPause;
        this.rested = now;
        this.nextLook = now;
        this.renewalsFrom = now;
    }

    /**
     * @return whether it is the first renewal that waits, so that reads may
     *     {@linkplain LeaseLink.Listener#renewing join}
     */
    public boolean add(LeaseRequest request, Consumer<LeaseReply> answer, Ticker ticker) {
        Waiting added = new Waiting(request, answer);
        boolean first = added.isRenewal() && waiting.values().stream().noneMatch(Waiting::isRenewal);
        if (first) {
            renewalsFrom = MonotonicTime.plus(ticker.nanos(), lookPause.dividedBy(GATHERING_PART));
        }
        waiting.put(request.election(), added);
        return first;
    }

    /** When the first request may go, and with it all others; never if there are none. */
    public long goAt(long now) {
        long at = MonotonicTime.never(now);
        long closely = nextLook - lookPause.toNanos() * (MAX_AT_ONCE - 1);
        boolean areFew = waiting.values().stream().filter(Waiting::isLook).count() <= MAX_FEW;
        long looksFrom = areFew ? MonotonicTime.earlier(closely, rested) : rested;
        for (Waiting each : waiting.values()) {
            at = MonotonicTime.earlier(at, each.isLook() ? looksFrom : each.isRenewal() ? renewalsFrom : now);
        }
        return at;
    }

    /** Returns the requests that go now: none until one may go, then all, up to a batch. */
    public List<Waiting> take(long now) {
        List<Waiting> batch = new ArrayList<>();
        if (MonotonicTime.isBefore(now, goAt(now))) {
            return batch;
        }
        rested = MonotonicTime.plus(now, lookPause);
        nextLook = MonotonicTime.plus(MonotonicTime.later(nextLook, now), lookPause);
        Iterator<Waiting> next = waiting.values().iterator();
        while (next.hasNext() && batch.size() < MAX_BATCH) {
            batch.add(next.next());
            next.remove();
        }
        return batch;
    }
}
