// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A fence for a resource in this process's memory. {@link #guard} makes check and effect one step. */
public final class InMemoryFence implements Fence {
    private final Map<ElectionName, Epoch> highest = new HashMap<>();

    @Override
    public synchronized void pass(ElectionName election, Epoch presented) {
        if (presented.equals(Epoch.NONE)) {
            throw new IllegalArgumentException("epoch 0 of " + election + " is never granted");
        }
        Epoch seen = highest(election);
        if (seen.isAfter(presented)) {
            throw new FencedException(election, presented, seen);
        }
        highest.put(election, presented);
    }

    @Override
    public synchronized Epoch highest(ElectionName election) {
        return highest.getOrDefault(election, Epoch.NONE);
    }

    /** Runs {@code effect} if the epoch passes; no other epoch passes meanwhile. */
    public synchronized <T> T guard(ElectionName election, Epoch presented, Supplier<T> effect) {
        pass(election, presented);
        return effect.get();
    }
}
