// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A node that says of groups on it, one after the other, that it leads them in the next epoch, and goes on saying so, also
 * when others have said it since. No data is behind it: it is what a controller is told while leads change all the time.
 */
final class ClaimedLeads implements PartitionGroups {
    private final NodeId self;
    private final ControllerPart part;
    private final Random chance = new Random();
    private final Map<GroupId, Epoch> claimed = new TreeMap<>();

    ClaimedLeads(NodeId self, ControllerPart part) {
        this.self = self;
        this.part = part;
    }

    @Override
    public synchronized List<LeaderReport> leads() {
        List<ReplicaGroup> here = part.read(view -> view.groups().stream()
                .filter(group -> group.replicas().contains(self))
                .toList());
        if (!here.isEmpty()) {
            ReplicaGroup next = here.get(chance.nextInt(here.size()));
            claimed.put(next.id(), Epoch.of(next.leaderEpoch().value() + 1));
        }
        return claimed.entrySet().stream()
                .map(it -> new LeaderReport(it.getKey(), it.getValue(), true))
                .toList();
    }

    @Override
    public void transfer(LeaderTransfer wanted) {}
}
