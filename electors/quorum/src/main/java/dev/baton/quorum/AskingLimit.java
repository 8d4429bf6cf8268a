// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * In how many elections a node asks other nodes at once. The others wait for their turn: thousands that ask at once would
 * not be answered in time, and what is asked again because of that keeps everyone from answering.
 */
public final class AskingLimit {
    private final int most;
    private int asking;
    private final Deque<ElectionName> queue = new ArrayDeque<>();
    private final Set<ElectionName> waiting = new HashSet<>();

    public AskingLimit(int most) {
        this.most = most;
    }

    /** Whether an election may begin to ask; if not, it gets its turn. */
    public boolean allows(ElectionName election) {
        if (asking < most) {
            return true;
        }
        if (waiting.add(election)) {
            queue.add(election);
        }
        return false;
    }

    public void began() {
        asking++;
    }

    public void ended() {
        asking--;
    }

    /** Tells whose turn it is. One that no longer wants it leaves it to the next one, at the next call. */
    public void turns(Consumer<ElectionName> turn) {
        for (int free = most - asking; free > 0 && !queue.isEmpty(); free--) {
            ElectionName next = queue.remove();
            waiting.remove(next);
            turn.accept(next);
        }
    }
}
