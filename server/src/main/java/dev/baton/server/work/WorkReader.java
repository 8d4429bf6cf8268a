// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.UnavailableException;
import dev.baton.admin.WorkMap;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.work.WorkState;
import dev.baton.work.WorkStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is stored, for those who look at it: the database is asked only when a caller asks, and then mostly for its version.
 * Safe for use by several threads.
 */
final class WorkReader {
    /** What was read this long ago is good enough for another look. */
    private static final Duration FRESH = Duration.ofMillis(200);

    /** How often everything is read again, to find rows that were edited by hand. */
    private static final Duration REREAD = Duration.ofSeconds(30);

    /** How long a look waits for one that is under way. */
    static final Duration MAX_WAIT = Duration.ofSeconds(2);

    /** How long it waits for one that has taken longer than that. */
    private static final Duration MIN_WAIT = Duration.ofMillis(50);

    private final WorkStore store;
    private final Ticker ticker;
    private final WorkState state = new WorkState();
    private final OwnerSnapshots maps = new OwnerSnapshots();
    private long readAt;
    private long rereadAt;
    private boolean read;
    private volatile boolean stale;
    private final ReentrantLock lock = new ReentrantLock();
    /** When the present look began. */
    private volatile long asked;

    WorkReader(WorkStore store, Ticker ticker) {
        this.store = store;
        this.ticker = ticker;
    }

    /** @param look does not keep the state */
    <T> T look(Function<WorkState, T> look) {
        return alone(() -> {
            refresh(FRESH);
            return look.apply(state);
        });
    }

    /** The same by what is stored at this moment. */
    <T> T lookNow(Function<WorkState, T> look) {
        return alone(() -> {
            refresh(Duration.ZERO);
            return look.apply(state);
        });
    }

    /** Something was stored just now: the next look sees it. */
    void changed() {
        stale = true;
    }

    /** Who owns what, as far as it has changed since the cursor of an earlier answer. */
    WorkMap map(Optional<String> since) {
        return alone(() -> {
            refresh(FRESH);
            return maps.since(since);
        });
    }

    /**
     * One thread asks the database. The others wait for it, but not long, and hardly at all for one that has waited for as
     * long already: they are threads of the admin API, which has more to do than this.
     *
     * @throws UnavailableException if the database does not answer
     */
    private <T> T alone(Supplier<T> look) {
        long patience = Math.max(MIN_WAIT.toNanos(), MAX_WAIT.toNanos() - (ticker.nanos() - asked));
        boolean locked = lock.tryLock();
        try {
            locked = locked || lock.tryLock(patience, TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (!locked) {
            throw new UnavailableException("it does not answer");
        }
        try {
            asked = ticker.nanos();
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    private void refresh(Duration fresh) {
        long now = ticker.nanos();
        if (read && !stale && MonotonicTime.isBefore(now, MonotonicTime.plus(readAt, fresh))) {
            return;
        }
        boolean complete = !read || !MonotonicTime.isBefore(now, rereadAt);
        // Before it is read: what is stored from now on makes it old again.
        stale = false;
        WorkState.Change change;
        try {
            change = complete ? state.reread(store) : state.refresh(store);
        } catch (RuntimeException failed) {
            stale = true;
            throw failed;
        }
        readAt = now;
        if (complete) {
            rereadAt = MonotonicTime.plus(now, REREAD);
        }
        if (!read || change.any()) {
            maps.update(state);
        }
        read = true;
    }
}
