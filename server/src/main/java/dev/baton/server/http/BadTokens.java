// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts bad tokens by address, and says when it is enough for a while. Bounded. Any thread. */
final class BadTokens {
    static final int MOST = 30;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_ADDRESSES = 1_000;

    private final Ticker ticker;
    private final Map<String, Count> byAddress = new LinkedHashMap<>();

    private record Count(long since, int bad) {}

    BadTokens(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized boolean areTooMany(String address) {
        Count count = byAddress.get(address);
        return count != null && count.bad() >= MOST && !isOver(count);
    }

    synchronized void add(String address) {
        Count count = byAddress.remove(address);
        byAddress.put(
                address,
                count == null || isOver(count)
                        ? new Count(ticker.nanos(), 1)
                        : new Count(count.since(), count.bad() + 1));
        if (byAddress.size() > MOST_ADDRESSES) {
            byAddress.remove(byAddress.keySet().iterator().next());
        }
    }

    private boolean isOver(Count count) {
        return ticker.nanos() - count.since() > WINDOW.toNanos();
    }
}
