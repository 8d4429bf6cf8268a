// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The evidence: what clients were told about one counter. It may be said of it that
 * (1) an epoch has one node; (2) no count is given twice under an epoch; (3) counts rise in the order in which clients
 * could tell; (4) nobody is answered under an epoch after someone has heard of a later one.
 */
final class AcknowledgedWrites {
    private AcknowledgedWrites() {}

    static List<String> violations(List<Acknowledged> all) {
        List<String> found = new ArrayList<>();
        Map<Long, String> nodes = new HashMap<>();
        Map<Long, Set<Long>> values = new HashMap<>();
        for (Acknowledged one : all) {
            String node = nodes.putIfAbsent(one.epoch(), one.node());
            if (node != null && !node.equals(one.node())) {
                found.add("two nodes answered under one epoch: " + node + " and " + one);
            }
            if (!values.computeIfAbsent(one.epoch(), unused -> new HashSet<>()).add(one.value())) {
                found.add("given twice: " + one);
            }
        }
        checkOrder(all, found);
        return found;
    }

    /** Goes through the questions in order of time, next to the answers that had been heard before each. */
    private static void checkOrder(List<Acknowledged> all, List<String> found) {
        List<Acknowledged> bySent = all.stream()
                .sorted(Comparator.comparingLong(Acknowledged::sentAt))
                .toList();
        List<Acknowledged> byHeard = all.stream()
                .sorted(Comparator.comparingLong(Acknowledged::heardAt))
                .toList();
        Map<Long, Long> highest = new HashMap<>();
        long latestEpoch = 0;
        int heard = 0;
        for (Acknowledged one : bySent) {
            while (heard < byHeard.size() && byHeard.get(heard).heardAt() < one.sentAt()) {
                Acknowledged before = byHeard.get(heard++);
                latestEpoch = Math.max(latestEpoch, before.epoch());
                highest.merge(before.epoch(), before.value(), Math::max);
            }
            if (one.epoch() < latestEpoch) {
                found.add("answered after epoch " + latestEpoch + " was seen: " + one);
            }
            if (one.value() <= highest.getOrDefault(one.epoch(), 0L)) {
                found.add("asked after " + highest.get(one.epoch()) + " was heard: " + one);
            }
        }
    }
}
