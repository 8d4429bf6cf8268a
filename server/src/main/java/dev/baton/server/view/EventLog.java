// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.admin.EventView;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The latest events, for queries and for streams. Any thread. */
public final class EventLog implements AutoCloseable {
    /** The result of {@link #await}. */
    public sealed interface News {
        /** Later events, in order; none if the wait was over first. */
        record Events(List<EventView> events) implements News {}

        /** The reader is so late that some events are no longer kept. */
        record Missed() implements News {}

        /** The log is closed. */
        record Closed() implements News {}
    }

    private static final int STEPS_PER_MILLISECOND = 1_000;

    private final Clock clock;
    private final int most;
    private final Deque<EventView> events = new ArrayDeque<>();
    private long last;
    private boolean closed;

    public EventLog(Clock clock, int most) {
        this.clock = clock;
        this.most = most;
        // Counted from the time of the start, so that a reader that reconnects after a restart misses nothing.
        this.last = clock.millis() * STEPS_PER_MILLISECOND;
    }

    public EventView append(EventDraft it) {
        return append(it, null);
    }

    /** @param gapMs how long no node led before, for events about a new leader */
    synchronized EventView append(EventDraft it, @Nullable Long gapMs) {
        last++;
        EventView event = new EventView(
                last,
                clock.instant(),
                it.type(),
                it.election(),
                it.node(),
                it.epoch(),
                it.reason(),
                it.duty(),
                it.detail(),
                gapMs);
        events.addLast(event);
        if (events.size() > most) {
            events.removeFirst();
        }
        notifyAll();
        return event;
    }

    /** The number of the newest event. */
    public synchronized long last() {
        return last;
    }

    /** The number from which a reader continues that has last seen {@code seq}: limited to the events that are kept. */
    public synchronized long from(long seq) {
        EventView oldest = events.peekFirst();
        long earliest = oldest == null ? last : oldest.seq() - 1;
        return Math.min(last, Math.max(earliest, seq));
    }

    /** The newest events, oldest of them first. */
    public synchronized List<EventView> newest(int limit) {
        return events.stream().skip(Math.max(0, events.size() - limit)).toList();
    }

    /** The first events after one, in order. */
    public synchronized List<EventView> after(long seq, int limit) {
        return events.stream().filter(event -> event.seq() > seq).limit(limit).toList();
    }

    /** Waits for events after {@code seq}, at most for {@code patience}. */
    public synchronized News await(long seq, int limit, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long left = patience.toNanos();
        while (!closed && last <= seq && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
        if (closed) {
            return new News.Closed();
        }
        EventView oldest = events.peekFirst();
        if (oldest != null && oldest.seq() > seq + 1 && events.size() == most) {
            return new News.Missed();
        }
        return new News.Events(new ArrayList<>(after(seq, limit)));
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
