// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.memory.InMemoryWorkStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The reference store, watched. What must never be stored:
 *
 * <ol>
 *   <li>A partition that is taken from a session which has neither released it nor ended.
 *   <li>A token that falls, or stays the same while the owner changes.
 *   <li>A write of a coordinator after a later one has come in.
 *   <li>A row that is gone.
 * </ol>
 */
final class CheckedStore {
    private final InMemoryWorkStore store = new InMemoryWorkStore();
    private final Predicate<Session> hasEnded;
    private final Mutant mutant;
    private final Map<PartitionId, Assignment> last = new HashMap<>();
    private final Set<Release> released = new HashSet<>();
    private Epoch entered = Epoch.NONE;
    private long changes;

    CheckedStore(Predicate<Session> hasEnded, Mutant mutant) {
        this.hasEnded = hasEnded;
        this.mutant = mutant;
    }

    InMemoryWorkStore store() {
        return store;
    }

    long changes() {
        return changes;
    }

    void enter(Leadership coordinator) {
        store.enter(coordinator);
        entered = entered.max(coordinator.epoch());
    }

    void write(Leadership coordinator, List<AssignmentWrite> writes) {
        boolean unfenced = mutant == Mutant.DEPOSED_COORDINATOR_WRITES;
        store.write(unfenced ? Leaderships.coordinator(entered.value()) : coordinator, writes);
        check(coordinator.epoch());
    }

    void release(Session session, List<Release> list) {
        if (list.isEmpty()) {
            return;
        }
        store.assignmentsSince(0).stream()
                .filter(it -> it.isOwnedBy(session))
                .map(it -> new Release(it.partition(), it.token()))
                .filter(list::contains)
                .forEach(released::add);
        store.release(session, list);
        check(entered);
    }

    private void check(Epoch coordinator) {
        Map<PartitionId, Assignment> now = new HashMap<>();
        store.assignmentsSince(0).forEach(it -> now.put(it.partition(), it));
        last.forEach((id, before) -> {
            Assignment after = now.get(id);
            require(after != null, "the row of " + id + " is gone");
            if (after.equals(before)) {
                return;
            }
            changes++;
            require(after.token() >= before.token(), before + " became " + after);
            require(!entered.isAfter(coordinator), "epoch " + coordinator + " wrote " + after + " after " + entered);
            boolean sameOwner = after.owner().equals(before.owner());
            require(
                    sameOwner || after.owner().isEmpty() || after.token() > before.token(),
                    before + " became " + after);
            Optional<Session> taken = sameOwner ? Optional.empty() : before.owner();
            taken.ifPresent(from -> require(
                    hasEnded.test(from) || released.contains(new Release(id, before.token())),
                    before + " was taken away: " + after));
        });
        last.clear();
        last.putAll(now);
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new Violation(what);
        }
    }

    /** Something happened that never must. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1L;

        Violation(String what) {
            super(what);
        }
    }
}
