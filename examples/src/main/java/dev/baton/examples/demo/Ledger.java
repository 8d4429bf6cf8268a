// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Leadership;
import dev.baton.fence.InMemoryFence;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the leader writes to: a count of entries per epoch, behind a fence. */
final class Ledger {
    private final InMemoryFence fence = new InMemoryFence();
    private final Map<Epoch, Long> entries = new ConcurrentHashMap<>();

    /** Adds an entry, or throws if a leader with a higher epoch has written. */
    void write(Leadership leadership) {
        Epoch epoch = leadership.epoch();
        fence.guard(leadership.election(), epoch, () -> entries.merge(epoch, 1L, Long::sum));
    }

    long entriesUnder(Epoch epoch) {
        return entries.getOrDefault(epoch, 0L);
    }

    Epoch highest(ElectionName election) {
        return fence.highest(election);
    }
}
