// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The partitions at one instant.
 *
 * @param partitions how many there are
 * @param owners who acts on each of them, by the workers' own histories
 * @param takers the workers that run and are to have partitions
 * @param draining the workers that give everything away
 * @param registered the workers that the coordinator may know of
 * @param moving those that are stored as on their way to another worker
 */
record DemoWorkView(
        int partitions,
        SortedMap<Integer, String> owners,
        Set<String> takers,
        Set<String> draining,
        Set<String> registered,
        Set<Integer> moving) {
    DemoWorkView {
        owners = Collections.unmodifiableSortedMap(new TreeMap<>(owners));
        takers = Set.copyOf(takers);
        draining = Set.copyOf(draining);
        registered = Set.copyOf(registered);
        moving = Set.copyOf(moving);
    }

    static DemoWorkView empty(int partitions) {
        return new DemoWorkView(partitions, new TreeMap<>(), Set.of(), Set.of(), Set.of(), Set.of());
    }

    List<Integer> of(String worker) {
        return owners.entrySet().stream()
                .filter(it -> it.getValue().equals(worker))
                .map(Map.Entry::getKey)
                .toList();
    }

    List<Integer> unowned() {
        return IntStream.range(0, partitions)
                .filter(it -> !owners.containsKey(it))
                .boxed()
                .toList();
    }

    /** Whether every partition is where it is to be, and the workers have the same number of them but for one. */
    boolean isSettled() {
        int most = takers.stream().mapToInt(it -> of(it).size()).max().orElse(0);
        int least = takers.stream().mapToInt(it -> of(it).size()).min().orElse(0);
        return owners.size() == partitions && takers.containsAll(owners.values()) && most - least <= 1;
    }

    @Override
    public String toString() {
        return unowned().size() + " of " + partitions + " partitions unowned, " + moving.size() + " moving, owners "
                + owners;
    }
}
