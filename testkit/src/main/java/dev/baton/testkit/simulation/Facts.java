// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** How often each {@link Fact} was seen. */
public final class Facts {
    private final Map<Fact, Long> counts = new EnumMap<>(Fact.class);

    void seen(Fact fact) {
        counts.merge(fact, 1L, Long::sum);
    }

    public long count(Fact fact) {
        return counts.getOrDefault(fact, 0L);
    }

    public void add(Facts other) {
        other.counts.forEach((fact, count) -> counts.merge(fact, count, Long::sum));
    }

    public Set<Fact> missing() {
        EnumSet<Fact> missing = EnumSet.allOf(Fact.class);
        missing.removeAll(counts.keySet());
        return missing;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
