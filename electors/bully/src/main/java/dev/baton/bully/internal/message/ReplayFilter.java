// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.security.ReplayWindow;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which requests were here before. Requests of one process may overtake each other, so a window of the last numbers is
 * remembered; what was here, or is older than the window, is refused. Each incarnation of a sender has a
 * window of its own: a request that was long under way is no reason to refuse the process that lives now.
 */
public final class ReplayFilter {
    /**
     * A sender numbers all of its requests and answers, to whomever, and one request may be held up, as on a connection
     * that is being made, while those beside it are answered in a millisecond each: thousands within a request timeout.
     */
    static final int WINDOW = 256 * Long.SIZE;

    static final int INCARNATIONS = 16;
    static final int SENDERS = 2 * Membership.MAX_MEMBERS;

    private final Map<NodeId, Map<Incarnation, ReplayWindow>> seen = new Latest<>(SENDERS);

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

    /** Whether a request is new; it is no longer new afterwards. */
    public boolean take(Node from, long number) {
        return seen.computeIfAbsent(from.id(), first -> new Latest<>(INCARNATIONS))
                .computeIfAbsent(from.incarnation(), first -> new ReplayWindow(WINDOW))
                .take(number);
    }
}
