// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When a group that could not be entered is tried again: after twice as many looks each time, up to a bound, so that one
 * that cannot be entered costs little and says little. One thread.
 */
final class EntryRetries {
    /** Half a minute of looks. */
    static final int MAX_LOOKS = 150;

    private final Map<Long, Failed> failed = new HashMap<>();

    private static final class Failed {
        private int pause = 1;
        private int looks;
        private @Nullable String why;
    }

    /** Called once per check for each group that is to be entered. */
    boolean isDue(long group) {
        Failed before = failed.get(group);
        return before == null || ++before.looks >= before.pause;
    }

    /** @return whether this is news: the first failure, or another reason than the last time */
    boolean failed(long group, @Nullable String why) {
        boolean isNews = !failed.containsKey(group);
        Failed now = failed.computeIfAbsent(group, it -> new Failed());
        isNews |= !Objects.equals(why, now.why);
        now.why = why;
        now.looks = 0;
        now.pause = Math.min(MAX_LOOKS, 2 * now.pause);
        return isNews;
    }

    /** @return whether it had failed before */
    boolean entered(long group) {
        return failed.remove(group) != null;
    }

    /** Forgets all others: no caller waits for them. */
    void retain(Set<Long> groups) {
        failed.keySet().retainAll(groups);
    }
}
