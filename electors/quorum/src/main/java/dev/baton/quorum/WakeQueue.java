// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.spi.MonotonicTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * When each of many things is due, so that the next one is found without looking at all of them. An instant that was set
 * again stays in the queue until its time has come, and is passed over then.
 */
public final class WakeQueue<T> {
    private final Map<T, Long> current = new HashMap<>();
    private final PriorityQueue<Entry<T>> queue =
            new PriorityQueue<>((one, other) -> Long.signum(one.instant() - other.instant()));

    private record Entry<T>(T what, long instant) {}

    /** Sets when something is due, instead of what was set before. */
    public void set(T what, long instant) {
        Long before = current.put(what, instant);
        if (before == null || before != instant) {
            queue.add(new Entry<>(what, instant));
        }
        if (queue.size() > 2 * current.size() + 64) {
            queue.removeIf(entry -> !isCurrent(entry));
        }
    }

    /** It is not due any more. */
    public void remove(T what) {
        current.remove(what);
    }

    private boolean isCurrent(Entry<T> entry) {
        Long instant = current.get(entry.what());
        return instant != null && instant == entry.instant();
    }

    /** Takes what is due; it is not due again until it is set. */
    public List<T> takeDue(long now) {
        List<T> due = new ArrayList<>();
        for (Entry<T> first = queue.peek();
                first != null && !MonotonicTime.isBefore(now, first.instant());
                first = queue.peek()) {
            queue.remove();
            if (isCurrent(first)) {
                current.remove(first.what());
                due.add(first.what());
            }
        }
        return due;
    }

    /** When the first one is due. */
    public long next(long now) {
        while (!queue.isEmpty() && !isCurrent(queue.peek())) {
            queue.remove();
        }
        Entry<T> first = queue.peek();
        return first == null ? MonotonicTime.never(now) : first.instant();
    }
}
