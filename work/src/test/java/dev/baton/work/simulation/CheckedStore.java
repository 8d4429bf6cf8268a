// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskListName;
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
 *   <li>A row that is gone and was not retired, or one that comes back with a token that is not above the last.
 *   <li>A partition that has had no owner for a whole round, and none after the next one either.
 * </ol>
 */
final class CheckedStore {
    private final InMemoryWorkStore store = new InMemoryWorkStore();
    private final Predicate<Session> hasEnded;
    private final Mutant mutant;
    private final Map<PartitionId, Assignment> last = new HashMap<>();
    private final Map<PartitionId, Long> purged = new HashMap<>();
    private final Map<PartitionId, Unowned> unowned = new HashMap<>();
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

    Set<PartitionId> purge(Leadership coordinator, List<Assignment> retired) {
        Set<PartitionId> gone = store.purge(coordinator, retired);
        check(coordinator.epoch());
        return gone;
    }

    void purge(Leadership coordinator, TaskListName list) {
        store.purge(coordinator, list);
    }

    /** A partition that nobody owned at that time, and how many rounds have been stored since that have seen it. */
    private record Unowned(Optional<Assignment> row, long since, int rounds) {}

    /**
     * What a coordinator saw at {@code looked} was acted on, and is stored.
     *
     * @param placeable the partitions for which it had a worker
     */
    void stored(Set<PartitionId> placeable, long looked, long now) {
        for (PartitionId id : placeable) {
            Optional<Assignment> row = Optional.ofNullable(last.get(id));
            if (row.flatMap(Assignment::owner).filter(it -> !hasEnded.test(it)).isPresent()) {
                unowned.remove(id);
                continue;
            }
            Unowned before = unowned.get(id);
            boolean same = before != null && before.row().equals(row);
            int rounds = same ? before.rounds() + (looked >= before.since() ? 1 : 0) : 0;
            unowned.put(id, new Unowned(row, same ? before.since() : now, rounds));
            require(rounds < 2, id + " has no owner after two rounds: " + row);
        }
    }

    private void check(Epoch coordinator) {
        Map<PartitionId, Assignment> now = new HashMap<>();
        store.assignmentsSince(0).forEach(it -> now.put(it.partition(), it));
        last.forEach((id, before) -> {
            Assignment after = now.get(id);
            if (after == null) {
                require(before.state() == AssignmentState.RETIRED, "the row of " + id + " is gone: " + before);
                purged.put(id, before.token());
                return;
            }
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
        now.values().stream()
                .filter(it -> !last.containsKey(it.partition()))
                .forEach(it -> require(
                        it.token() > purged.getOrDefault(it.partition(), -1L),
                        it + " had the token " + purged.get(it.partition()) + " before its row was deleted"));
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
