// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Names that this node has asked for, and who waits for the answers. Each is answered once. */
final class PendingRegistrations {
    private final Map<RegistryName, List<CompletableFuture<NameRegistration>>> waiting = new HashMap<>();

    synchronized void add(RegistryName name, CompletableFuture<NameRegistration> answer) {
        waiting.computeIfAbsent(name, first -> new ArrayList<>()).add(answer);
    }

    /** Those who wait for a name, and do so no longer. */
    synchronized List<CompletableFuture<NameRegistration>> take(RegistryName name) {
        List<CompletableFuture<NameRegistration>> taken = waiting.remove(name);
        return taken == null ? List.of() : taken;
    }

    /** All who wait, and do so no longer. */
    synchronized List<CompletableFuture<NameRegistration>> takeAll() {
        List<CompletableFuture<NameRegistration>> all =
                waiting.values().stream().flatMap(List::stream).toList();
        waiting.clear();
        return all;
    }
}
