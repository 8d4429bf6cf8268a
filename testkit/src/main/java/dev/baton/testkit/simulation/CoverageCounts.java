// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** How often each {@link CoverageFact} was seen. */
public final class CoverageCounts {
    private final Map<CoverageFact, Long> counts = new EnumMap<>(CoverageFact.class);

    void seen(CoverageFact fact) {
        counts.merge(fact, 1L, Long::sum);
    }

    public long count(CoverageFact fact) {
        return counts.getOrDefault(fact, 0L);
    }

    public void add(CoverageCounts other) {
        other.counts.forEach((fact, count) -> counts.merge(fact, count, Long::sum));
    }

    public Set<CoverageFact> missing() {
        EnumSet<CoverageFact> missing = EnumSet.allOf(CoverageFact.class);
        missing.removeAll(counts.keySet());
        return missing;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
