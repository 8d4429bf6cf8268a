// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The pending registrations of this node, with the futures of their callers. Each is completed once. */
final class PendingRegistrations {
    private final Map<RegistryName, List<CompletableFuture<NameRegistration>>> waiting = new HashMap<>();

    synchronized void add(RegistryName name, CompletableFuture<NameRegistration> answer) {
        waiting.computeIfAbsent(name, first -> new ArrayList<>()).add(answer);
    }

    /** Removes and returns the futures that wait for a name. */
    synchronized List<CompletableFuture<NameRegistration>> take(RegistryName name) {
        List<CompletableFuture<NameRegistration>> taken = waiting.remove(name);
        return taken == null ? List.of() : taken;
    }

    /** Removes and returns all futures. */
    synchronized List<CompletableFuture<NameRegistration>> takeAll() {
        List<CompletableFuture<NameRegistration>> all =
                waiting.values().stream().flatMap(List::stream).toList();
        waiting.clear();
        return all;
    }
}
