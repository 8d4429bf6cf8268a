// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which leads a node should hand on: to the preferred leader once that one is well again; away from a node that drains;
 * and, where the preferred leader is not there, from a node that leads more than its share. Preferred leaders are
 * spread evenly when groups are placed, so that this ends with even leads.
 */
final class LeaderSpreadRules {
    /** So many at once: each is a short pause for the partitions of its group. */
    static final int MAX_TRANSFERS = 4;

    private LeaderSpreadRules() {}

    /** @param well whether a node takes leads: it is known to have been alive for a while */
    static List<LeaderTransfer> transfers(ControllerState state, NodeId from, Predicate<NodeId> well) {
        Map<NodeId, Integer> leads = new HashMap<>();
        state.groups.values().forEach(group -> group.leader().ifPresent(it -> leads.merge(it, 1, Integer::sum)));
        long taking = state.nodes.values().stream().filter(ClusterNode::takes).count();
        int share = taking == 0 ? Integer.MAX_VALUE : (int) ((state.groups.size() + taking - 1) / taking);
        ClusterNode node = state.nodes.get(from);
        boolean drains = node != null && node.draining();
        List<LeaderTransfer> transfers = new ArrayList<>();
        for (ReplicaGroup group : state.groups.values()) {
            if (transfers.size() == MAX_TRANSFERS || !group.leader().equals(Optional.of(from))) {
                continue;
            }
            boolean tooMany = drains || leads.getOrDefault(from, 0) > share;
            takerOf(group, from, tooMany, drains, leads, it -> state.node(it).takes() && well.test(it))
                    .ifPresent(to -> {
                        transfers.add(new LeaderTransfer(group.id(), to));
                        leads.merge(from, -1, Integer::sum);
                        leads.merge(to, 1, Integer::sum);
                    });
        }
        return transfers;
    }

    private static Optional<NodeId> takerOf(
            ReplicaGroup group,
            NodeId from,
            boolean tooMany,
            boolean drains,
            Map<NodeId, Integer> leads,
            Predicate<NodeId> takes) {
        NodeId preferred = group.preferredLeader();
        if (preferred.equals(from) && !drains) {
            return Optional.empty();
        }
        if (!preferred.equals(from) && takes.test(preferred)) {
            return Optional.of(preferred);
        }
        int own = leads.getOrDefault(from, 0);
        return group.replicas().stream()
                .filter(it -> tooMany && !it.equals(from) && takes.test(it))
                .filter(it -> drains || leads.getOrDefault(it, 0) + 1 < own)
                .min(Comparator.comparing((NodeId it) -> leads.getOrDefault(it, 0))
                        .thenComparing(Comparator.naturalOrder()));
    }
}
