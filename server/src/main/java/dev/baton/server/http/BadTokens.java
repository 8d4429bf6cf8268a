// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.Instants;
import dev.baton.core.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts bad tokens by address, forgets one every {@link #EACH}, and says when they are too many. An address that guesses
 * is so looked at again and again, but no more often than that. Bounded. Any thread.
 */
final class BadTokens {
    static final int MOST = 30;
    static final Duration EACH = Duration.ofSeconds(2);

    private static final int MOST_ADDRESSES = 1_000;

    private final Ticker ticker;
    /** When all bad tokens of an address will be forgotten; who was bad last is last. */
    private final Map<String, Long> forgottenAt = new LinkedHashMap<>();

    BadTokens(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized boolean areTooMany(String address) {
        Long forgotten = forgottenAt.get(address);
        return forgotten != null
                && Instants.isBefore(Instants.plus(ticker.nanos(), EACH.multipliedBy(MOST - 1)), forgotten);
    }

    synchronized void add(String address) {
        long now = ticker.nanos();
        Long forgotten = forgottenAt.remove(address);
        long from = forgotten != null && Instants.isBefore(now, forgotten) ? forgotten : now;
        forgottenAt.put(address, Instants.plus(from, EACH));
        if (forgottenAt.size() > MOST_ADDRESSES) {
            forgottenAt.remove(forgottenAt.keySet().iterator().next());
        }
    }
}
