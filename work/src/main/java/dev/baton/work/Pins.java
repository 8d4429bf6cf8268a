// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import dev.baton.allocation.Pin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The effective pins. A store keeps one per partition. If rows written by hand have more, the worker with the lowest id
 * has the partition, for every coordinator alike.
 */
final class Pins {
    private final Map<PartitionId, NodeId> workers = new LinkedHashMap<>();
    private final List<PlacementRule> ignored = new ArrayList<>();

    static Pins of(WorkState state) {
        Pins pins = new Pins();
        state.rules().stream()
                .filter(rule -> rule.kind() == PlacementRule.Kind.PIN && rule.fits(state))
                .sorted(Comparator.comparing(rule -> rule.worker().value()))
                .forEach(pins::add);
        return pins;
    }

    private void add(PlacementRule rule) {
        PartitionId partition = rule.list().partition(rule.partition().orElseThrow());
        if (workers.putIfAbsent(partition, rule.worker()) != null) {
            ignored.add(rule);
        }
    }

    List<Pin> used() {
        return workers.entrySet().stream()
                .map(it -> new Pin(
                        it.getKey().list().toString(),
                        it.getKey().number(),
                        it.getValue().value()))
                .toList();
    }

    /** Pins that do not count, because another pin of the same partition does. */
    List<PlacementRule> ignored() {
        return ignored;
    }

    Optional<NodeId> workerOf(PartitionId partition) {
        return Optional.ofNullable(workers.get(partition));
    }
}
