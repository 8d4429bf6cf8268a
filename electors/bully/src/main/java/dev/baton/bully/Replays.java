// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Which requests were here before. Requests of one sender may overtake each other a little, so a window of the last
 * numbers is remembered; what is older, or from an incarnation that was replaced, is refused.
 */
final class Replays {
    static final int WINDOW = Long.SIZE;
    private static final int FORMER_REMEMBERED = 16;

    private final Map<NodeId, Seen> seen = new HashMap<>();

    private static final class Seen {
        private final Deque<Incarnation> former = new ArrayDeque<>();
        private Incarnation incarnation;
        private long highest;
        private long window;

        Seen(Incarnation first) {
            incarnation = first;
        }

        void replacedBy(Incarnation next) {
            former.addLast(incarnation);
            if (former.size() > FORMER_REMEMBERED) {
                former.removeFirst();
            }
            incarnation = next;
            highest = 0;
            window = 0;
        }

        boolean isFresh(long number) {
            long behind = highest - number;
            return number > 0 && (behind < 0 || (behind < WINDOW && (window & (1L << behind)) == 0));
        }

        void take(long number) {
            long ahead = number - highest;
            if (ahead > 0) {
                window = ahead >= WINDOW ? 0 : window << ahead;
                highest = number;
            }
            window |= 1L << (highest - number);
        }
    }

    /** Whether a request is new; it is not new any more afterwards. Only for senders that are members. */
    boolean take(Node from, long number) {
        Seen known = seen.computeIfAbsent(from.id(), first -> new Seen(from.incarnation()));
        if (known.former.contains(from.incarnation())) {
            return false;
        }
        if (!known.incarnation.equals(from.incarnation())) {
            known.replacedBy(from.incarnation());
        }
        if (!known.isFresh(number)) {
            return false;
        }
        known.take(number);
        return true;
    }
}
