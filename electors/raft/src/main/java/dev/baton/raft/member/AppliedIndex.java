// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** How far the log is applied here, for those who wait for it. */
final class AppliedIndex {
    private final NavigableMap<Long, CompletableFuture<Void>> waiting = new TreeMap<>();
    private long index = -1;

    synchronized long get() {
        return index;
    }

    synchronized CompletableFuture<Void> reached(long wanted) {
        return index >= wanted
                ? CompletableFuture.completedFuture(null)
                : waiting.computeIfAbsent(wanted, any -> new CompletableFuture<>());
    }

    void set(long now) {
        NavigableMap<Long, CompletableFuture<Void>> reached;
        synchronized (this) {
            index = now;
            if (waiting.isEmpty()) {
                return;
            }
            NavigableMap<Long, CompletableFuture<Void>> head = waiting.headMap(now, true);
            reached = new TreeMap<>(head);
            head.clear();
        }
        reached.values().forEach(each -> each.complete(null));
    }
}
