// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.NodeId;
import dev.baton.duties.HealthReport.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What follows from who is here: pure, one look after another. */
final class HealthRules {
    private final Set<NodeId> expected;
    private final Map<NodeId, Instant> since = new TreeMap<>();
    private HealthReport report = HealthReport.UNKNOWN;
    private boolean partitioned;

    HealthRules(Set<NodeId> expected) {
        this.expected = Set.copyOf(expected);
    }

    HealthReport report() {
        return report;
    }

    /** Looks at who is here, and returns what is new. The first look reports no joins: they were there before. */
    List<HealthEvent> look(Set<NodeId> present, Instant now) {
        List<HealthEvent> events = new ArrayList<>();
        boolean first = report.status() == Status.UNKNOWN;
        Set<NodeId> before = new HashSet<>(since.keySet());
        Set<NodeId> missingBefore = report.missing();
        new TreeSet<>(present).forEach(node -> {
            if (since.putIfAbsent(node, now) == null && !first) {
                events.add(new HealthEvent.Joined(node));
            }
        });
        before.stream().filter(node -> !present.contains(node)).sorted().forEach(node -> {
            since.remove(node);
            events.add(new HealthEvent.Left(node));
        });
        Set<NodeId> missing = new TreeSet<>(expected);
        missing.removeAll(present);
        Status status = missing.isEmpty() ? Status.HEALTHY : Status.DEGRADED;
        boolean majority = (expected.size() - missing.size()) * 2 > expected.size();
        if (!expected.isEmpty() && !majority && !partitioned) {
            partitioned = true;
            events.add(new HealthEvent.Partitioned(missing));
        } else if (partitioned && majority) {
            partitioned = false;
            Set<NodeId> returned = new TreeSet<>(missingBefore);
            returned.retainAll(present);
            events.add(new HealthEvent.Merged(returned));
        }
        if (status != report.status()) {
            events.add(new HealthEvent.StatusChanged(status));
        }
        report = new HealthReport(status, since, missing);
        return events;
    }
}
