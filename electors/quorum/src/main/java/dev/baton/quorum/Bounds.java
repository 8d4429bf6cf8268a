// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Epoch;
import java.time.Duration;

/** What a peer may say. Whatever is beyond is neither believed nor promised nor written down. */
public final class Bounds {
    /** So high that it never comes, and yet with successors. */
    public static final Epoch HIGHEST_EPOCH = Epoch.of(Long.MAX_VALUE / 2);

    /** A voter that starts abstains as long as the longest lease that it was ever asked for. */
    public static final Duration MAX_LEASE = Duration.ofMinutes(10);

    /** The elections that a node remembers because others spoke of them: 10 000, those of a membership, and some that are over. */
    static final int MAX_ELECTIONS = 20_000;

    /** The elections in which a node asks for votes at once: so many are answered well within a request timeout. */
    static final int MAX_ASKING = 1_000;

    private Bounds() {}

    static boolean allow(Epoch epoch) {
        return !epoch.isAfter(HIGHEST_EPOCH);
    }

    static boolean allow(Duration lease) {
        return lease.compareTo(MAX_LEASE) <= 0;
    }
}
