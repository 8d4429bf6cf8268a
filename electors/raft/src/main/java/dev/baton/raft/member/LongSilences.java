// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells when a member that has been silent for long answers again, and yet what Ratis sends it does not arrive. After a
 * cut of the network that loses packets, the kernel sends again what was lost on a connection after about as long as the
 * cut lasted, and up to two minutes: new connections are needed to reach the member at once. Any thread.
 */
final class LongSilences {
    /** After a shorter one, the kernel sends again in less time than new connections take. */
    static final Duration LONG = Duration.ofSeconds(5);

    /** By a member, since when. */
    private final Map<String, Long> since = new HashMap<>();

    private final Map<String, Long> answered = new HashMap<>();

    /**
     * A member has not answered a question within {@link #LONG}, or the connection has failed. An answer that is late, as
     * on a busy machine, shows that the connections are good.
     *
     * @param asked when
     */
    synchronized void silent(String member, long asked) {
        Long heard = answered.get(member);
        if (heard == null || MonotonicTime.isBefore(heard, asked)) {
            since.putIfAbsent(member, asked);
        }
    }

    /**
     * A member has answered.
     *
     * @param unheard for how long it has not answered to what Ratis sends it, if that is known, which is at a leader
     * @return whether it needs new connections; once after each silence
     */
    synchronized boolean endsLong(String member, Optional<Duration> unheard, long now) {
        answered.put(member, now);
        Long began = since.remove(member);
        return began != null
                && now - began >= LONG.toNanos()
                && unheard.map(it -> it.compareTo(RatisSettings.MAX_TIMEOUT) >= 0)
                        .orElse(true);
    }
}
