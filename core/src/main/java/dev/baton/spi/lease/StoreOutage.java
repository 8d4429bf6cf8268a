// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.spi.Alarm;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * All contests of an elector share one store, and each finds out by itself that the store is in trouble. The first to
 * say so is heard, and the last to say that it is over. Any thread.
 */
final class StoreOutage {
    private static final Set<Alarm.Kind> OF_THE_STORE = EnumSet.of(Alarm.Kind.UNREACHABLE, Alarm.Kind.READ_ONLY);

    private final Set<Object> troubled = new HashSet<>();

    /** Whether an alarm of this contest is worth telling. */
    synchronized boolean isNews(Object contest, Alarm alarm) {
        if (OF_THE_STORE.contains(alarm.kind())) {
            troubled.add(contest);
            return troubled.size() == 1;
        }
        return alarm.kind() != Alarm.Kind.REACHABLE || left(contest);
    }

    /** The contest has ended; true if it was the last one in trouble. */
    synchronized boolean left(Object contest) {
        return troubled.remove(contest) && troubled.isEmpty();
    }
}
