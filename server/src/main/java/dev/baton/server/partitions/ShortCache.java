// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Remembers an answer for a moment, so that many callers at once cost as much as one. Any thread. */
public final class ShortCache<T> {
    private static final Duration MOMENT = Duration.ofMillis(900);

    private final Supplier<T> source;
    private final Ticker ticker;
    private @Nullable T last;
    private long at;

    public ShortCache(Supplier<T> source, Ticker ticker) {
        this.source = source;
        this.ticker = ticker;
    }

    /** The answer, at most about a second old. Callers that come while it is fetched wait for it. */
    public synchronized T get() {
        T known = last;
        if (known == null || ticker.nanos() - at > MOMENT.toNanos()) {
            known = source.get();
            last = known;
            at = ticker.nanos();
        }
        return known;
    }

    /** Discards the answer, so that the next call fetches it again. */
    public synchronized void forget() {
        last = null;
    }
}
