// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.admin.WorkMap;
import dev.baton.spi.Instants;
import dev.baton.spi.Ticker;
import dev.baton.work.WorkState;
import dev.baton.work.WorkStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is stored, for those who look at it: the database is asked only when someone does, and then mostly for its version.
 * Safe for use by several threads.
 */
final class WorkReader {
    /** What was read this long ago is good enough for another look. */
    private static final Duration FRESH = Duration.ofMillis(200);

    /** How often everything is read again, which finds rows that were edited by hand. */
    private static final Duration REREAD = Duration.ofSeconds(30);

    private final WorkStore store;
    private final Ticker ticker;
    private final WorkState state = new WorkState();
    private final OwnerMaps maps = new OwnerMaps();
    private long readAt;
    private long rereadAt;
    private boolean read;
    private boolean stale;

    WorkReader(WorkStore store, Ticker ticker) {
        this.store = store;
        this.ticker = ticker;
    }

    /** @param look does not keep the state */
    synchronized <T> T look(Function<WorkState, T> look) {
        refresh(FRESH);
        return look.apply(state);
    }

    /** The same by what is stored at this moment. */
    synchronized <T> T lookNow(Function<WorkState, T> look) {
        refresh(Duration.ZERO);
        return look.apply(state);
    }

    /** Something was stored just now: the next look sees it. */
    synchronized void changed() {
        stale = true;
    }

    /** Who owns what, as far as it has changed since the cursor of an earlier answer. */
    synchronized WorkMap map(Optional<String> since) {
        refresh(FRESH);
        return maps.since(since);
    }

    private void refresh(Duration fresh) {
        long now = ticker.nanos();
        if (read && !stale && Instants.isBefore(now, Instants.plus(readAt, fresh))) {
            return;
        }
        boolean complete = !read || !Instants.isBefore(now, rereadAt);
        WorkState.Change change = complete ? state.reread(store) : state.refresh(store);
        readAt = now;
        stale = false;
        if (complete) {
            rereadAt = Instants.plus(now, REREAD);
        }
        if (!read || change.any()) {
            maps.update(state);
        }
        read = true;
    }
}
