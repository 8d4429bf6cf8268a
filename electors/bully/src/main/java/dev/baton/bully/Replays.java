// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which requests were here before. Requests of one process may overtake each other a little, so a window of the last
 * numbers is remembered; what was here, or is older than the window, is refused. Each incarnation of a sender has a
 * window of its own: a request that was long under way is no reason to refuse the process that lives now.
 */
final class Replays {
    static final int WINDOW = Long.SIZE;
    static final int INCARNATIONS = 16;
    static final int SENDERS = 2 * Membership.MOST_MEMBERS;

    private final Map<NodeId, Map<Incarnation, Window>> seen = new Latest<>(SENDERS);

    /** Remembers what was asked for last, and forgets what was not for the longest time. */
    private static final class Latest<K, V> extends LinkedHashMap<K, V> {
        private final int most;

        Latest(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    private static final class Window {
        private long highest;
        private long taken;

        boolean take(long number) {
            long behind = highest - number;
            if (number <= 0 || behind >= WINDOW || (behind >= 0 && (taken & (1L << behind)) != 0)) {
                return false;
            }
            if (behind < 0) {
                taken = -behind >= WINDOW ? 0 : taken << -behind;
                highest = number;
            }
            taken |= 1L << (highest - number);
            return true;
        }
    }

    /** Whether a request is new; it is not new any more afterwards. */
    boolean take(Node from, long number) {
        return seen.computeIfAbsent(from.id(), first -> new Latest<>(INCARNATIONS))
                .computeIfAbsent(from.incarnation(), first -> new Window())
                .take(number);
    }
}
