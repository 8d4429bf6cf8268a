// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether members of a group have come to the same state. Only members that have applied the same entries can be
 * compared, so that one that lags is left out.
 *
 * @param index the entry at which members differ or, if none do, at which most were compared
 * @param compared how many were at that entry
 * @param differing those that have another state than most at that entry, or all of them if no state has a majority
 */
public record StateComparison(Agreement agreement, long index, int compared, NavigableSet<String> differing) {
    /** What the comparison came to. */
    public enum Agreement {
        EQUAL,
        DIFFERENT,
        /** No two members were at the same entry. */
        NOT_COMPARED
    }

    public static StateComparison of(Collection<ControllerReport> reports) {
        Map<Long, List<ControllerReport>> byIndex = reports.stream()
                .collect(Collectors.groupingBy(ControllerReport::hashIndex, TreeMap::new, Collectors.toList()));
        for (Map.Entry<Long, List<ControllerReport>> at : byIndex.entrySet()) {
            NavigableSet<String> differing = differing(at.getValue());
            if (!differing.isEmpty()) {
                return new StateComparison(
                        Agreement.DIFFERENT, at.getKey(), at.getValue().size(), differing);
            }
        }
        return byIndex.entrySet().stream()
                .max(Comparator.comparing(it -> it.getValue().size()))
                .filter(it -> it.getValue().size() > 1)
                .map(it -> new StateComparison(
                        Agreement.EQUAL, it.getKey(), it.getValue().size(), new TreeSet<>()))
                .orElseGet(() -> new StateComparison(Agreement.NOT_COMPARED, -1, 0, new TreeSet<>()));
    }

    private static NavigableSet<String> differing(List<ControllerReport> atOneEntry) {
        Map<List<ControllerReport.PartHash>, List<String>> byState = atOneEntry.stream()
                .collect(Collectors.groupingBy(
                        ControllerReport::hashes, Collectors.mapping(ControllerReport::node, Collectors.toList())));
        NavigableSet<String> differing = new TreeSet<>();
        if (byState.size() > 1) {
            byState.values().stream()
                    .filter(nodes -> 2 * nodes.size() <= atOneEntry.size())
                    .forEach(differing::addAll);
        }
        return differing;
    }
}
