// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import java.util.LinkedHashMap;
import java.util.Map;

/** The most recent elements, up to a limit. */
final class RecentSet<T> {
    private final Map<T, Boolean> remembered;

    RecentSet(int most) {
        this.remembered = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
                return size() > most;
            }
        };
    }

    void add(T one) {
        remembered.put(one, true);
    }

    boolean contains(T one) {
        return remembered.containsKey(one);
    }
}
