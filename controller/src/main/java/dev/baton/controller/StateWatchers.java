// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.LongSupplier;

/** Those who wait for changes of one member's state, and the last {@value #MAX_CHANGES} of them. Safe for any thread. */
final class StateWatchers {
    static final int MAX_CHANGES = 10_000;

    private final Deque<StateChange> changes = new ArrayDeque<>();
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private final TreeMap<Long, List<CompletableFuture<Void>>> waiters = new TreeMap<>();
    /** Changes up to this version are not kept. */
    private long droppedUpTo;

    void applied(long version, List<StateChange> added) {
        List<CompletableFuture<Void>> ready;
        synchronized (this) {
            for (StateChange change : added) {
                if (changes.size() == MAX_CHANGES) {
                    droppedUpTo = changes.remove().version();
                }
                changes.add(change);
            }
            ready = take(version);
        }
        tell(ready);
    }

    /** The whole state was replaced by a snapshot. */
    void replaced(long version) {
        List<CompletableFuture<Void>> ready;
        synchronized (this) {
            changes.clear();
            droppedUpTo = version;
            ready = take(version);
        }
        tell(ready);
    }

    private void tell(List<CompletableFuture<Void>> ready) {
        ready.forEach(waiter -> waiter.complete(null));
        listeners.forEach(Runnable::run);
    }

    private List<CompletableFuture<Void>> take(long version) {
        List<CompletableFuture<Void>> ready = new ArrayList<>();
        while (!waiters.isEmpty() && waiters.firstKey() <= version) {
            ready.addAll(waiters.pollFirstEntry().getValue());
        }
        return ready;
    }

    CompletableFuture<Void> reached(long version, LongSupplier now) {
        CompletableFuture<Void> waiter = new CompletableFuture<>();
        synchronized (this) {
            waiters.computeIfAbsent(version, it -> new ArrayList<>()).add(waiter);
        }
        List<CompletableFuture<Void>> ready;
        long current = now.getAsLong();
        synchronized (this) {
            ready = take(current);
        }
        ready.forEach(it -> it.complete(null));
        return waiter;
    }

    Runnable onChange(Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    synchronized Optional<List<StateChange>> since(long version) {
        return version < droppedUpTo
                ? Optional.empty()
                : Optional.of(changes.stream()
                        .filter(change -> change.version() > version)
                        .toList());
    }
}
