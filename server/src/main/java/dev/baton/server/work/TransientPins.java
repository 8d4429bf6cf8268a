// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.PlacementRule;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkVersion;
import java.util.HashSet;
import java.util.Set;

/**
 * The pins of moves in progress on this node. A move removes only its own pin, and never one that an operator has set
 * meanwhile, although both are the same row. Thread-safe.
 */
final class TransientPins {
    private final Set<PlacementRule> pins = new HashSet<>();

    /**
     * Stores a change; a pin that should stay no longer belongs to a move.
     *
     * @param seen on which the change was decided
     * @return whether it was stored; not if something else was defined since
     */
    synchronized boolean store(WorkChange change, WorkVersion seen, WorkStore store) {
        if (!change.changes().isEmpty() && !store.change(seen, change.changes())) {
            return false;
        }
        change.pin().ifPresent(pin -> {
            if (change.passes()) {
                pins.add(pin);
            } else {
                pins.remove(pin);
            }
        });
        return true;
    }

    /**
     * The move is over.
     *
     * @param coordinates whether this node still coordinates; if not, another one may have been asked for the same pin
     */
    synchronized void over(PlacementRule pin, WorkStore store, boolean coordinates) {
        if (pins.remove(pin) && coordinates) {
            store.remove(pin);
        }
    }
}
