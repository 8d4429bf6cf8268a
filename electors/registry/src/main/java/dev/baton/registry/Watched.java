// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Instants;
import dev.baton.core.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The members whose end would be news. One that could not be asked for a lease is forgotten: what it was promised
 * has run out, and a proof of its end would change nothing. Confined to the registry's lane.
 */
final class Watched {
    private final Presence presence;
    private final Duration lease;
    private final Consumer<Node> gone;
    /** When each of them was last in the view. */
    private final Map<Node, Long> lastSeen = new HashMap<>();

    Watched(Presence presence, Duration lease, Consumer<Node> gone) {
        this.presence = presence;
        this.lease = lease;
        this.gone = gone;
    }

    void watch(Member member, long now) {
        lastSeen.put(member.node(), now);
        presence.watch(member, gone);
    }

    /** Looked at again and again. */
    void look(List<Node> members, long now) {
        lastSeen.replaceAll((node, seen) -> members.contains(node) ? (Long) now : seen);
        lastSeen.entrySet().removeIf(each -> {
            boolean over = !Instants.isBefore(now, Instants.plus(each.getValue(), lease));
            if (over) {
                presence.unwatch(each.getKey());
            }
            return over;
        });
    }
}
