// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Epochs that start again with the process. */
final class MemoryEpochs implements EpochSource {
    private final Map<ElectionName, Epoch> last = new ConcurrentHashMap<>();

    @Override
    public Map<ElectionName, Epoch> next(Collection<ElectionName> elections) {
        Map<ElectionName, Epoch> next = new HashMap<>();
        for (ElectionName election : elections) {
            next.put(election, last.merge(election, Epoch.NONE.next(), (seen, first) -> seen.next()));
        }
        return next;
    }

    @Override
    public void close() {
        // Nothing to free. What was handed out is remembered, in case it is asked for again.
    }
}
