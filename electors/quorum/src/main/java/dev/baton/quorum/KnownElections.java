// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The elections that a node knows of, and which of them are to be looked at: those in which something happened, and those
 * whose time has come. The others cost nothing, however many they are.
 */
final class KnownElections {
    private final Function<ElectionName, ElectionRules> begin;
    private final Map<ElectionName, ElectionRules> elections = new TreeMap<>();
    /** What has changed since it was last looked at. */
    private final Set<ElectionRules> changed = new LinkedHashSet<>();

    private final WakeQueue<ElectionRules> wakes = new WakeQueue<>();

    /** @param begin makes the rules of an election that nothing was known of */
    KnownElections(Function<ElectionName, ElectionRules> begin) {
        this.begin = begin;
    }

    /** The election of this name, in which something happens. */
    ElectionRules of(ElectionName name) {
        ElectionRules election = elections.computeIfAbsent(name, begin);
        changed.add(election);
        return election;
    }

    /** The election of this name, in which something happens, if it is known. */
    Optional<ElectionRules> ifKnown(ElectionName name) {
        changed(name);
        return Optional.ofNullable(elections.get(name));
    }

    /** Whether an election that others speak of is known, or there is room to know it. */
    boolean takes(ElectionName name) {
        return elections.containsKey(name) || elections.size() < Bounds.MAX_ELECTIONS;
    }

    /** Something has happened that concerns this election, if it is known. */
    void changed(ElectionName name) {
        ElectionRules election = elections.get(name);
        if (election != null) {
            changed.add(election);
        }
    }

    Collection<ElectionRules> all() {
        return elections.values();
    }

    boolean isEmpty() {
        return elections.isEmpty();
    }

    /** Something has happened that concerns every election. */
    void allChanged() {
        changed.addAll(elections.values());
    }

    /** Time has passed. */
    void wake(long now) {
        changed.addAll(wakes.takeDue(now));
    }

    boolean hasChanged() {
        return !changed.isEmpty();
    }

    /** Looks at what has changed until now. */
    void look(long now) {
        List<ElectionRules> due = List.copyOf(changed);
        changed.clear();
        for (ElectionRules election : due) {
            election.tick(now);
            wakes.set(election, election.wakeAt());
        }
    }

    /** When {@link #wake} is due. */
    long wakeAt(long now) {
        return wakes.next(now);
    }
}
