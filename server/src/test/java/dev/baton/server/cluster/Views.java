// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.CandidateView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.LocalView;
import dev.baton.admin.NodeView;
import java.util.List;
import java.util.Map;

/** What nodes say, for tests. A node's incarnation is its id twice. */
final class Views {
    static final String ORDERS = "orders";

    private Views() {}

    static String incarnation(String node) {
        return node + node;
    }

    /** A node that sees someone lead, or nobody. */
    static LocalView sees(String node, int priority, boolean eligible, LeaderView leader) {
        boolean leads = leader != null && leader.leaseLeftMs() != null;
        CandidateView own = new CandidateView(node, leads ? "LEADING" : "STANDBY", eligible, priority, null);
        ElectionView election = new ElectionView(ORDERS, "sql", "EXCLUSIVE", leader, List.of(own), 0, null);
        return new LocalView("baton", node(node, leads), List.of(election), List.of());
    }

    /** The same, with the gap that the node saw before the leader. */
    static LocalView after(long gapMs, LocalView view) {
        ElectionView it = view.elections().get(0);
        ElectionView election = new ElectionView(
                it.name(), it.elector(), it.guarantee(), it.leader(), it.candidates(), it.handOvers(), gapMs);
        return new LocalView(view.cluster(), view.node(), List.of(election), view.duties());
    }

    static LocalView sees(String node, LeaderView leader) {
        return sees(node, 100, true, leader);
    }

    private static NodeView node(String id, boolean leads) {
        return new NodeView(
                id,
                incarnation(id),
                null,
                null,
                null,
                1,
                "1",
                "sql",
                NodeView.Status.UP,
                null,
                true,
                leads ? List.of(ORDERS) : List.of(),
                List.of());
    }

    /** A leader as others see it. */
    static LeaderView seen(String node, long epoch) {
        return new LeaderView(node, incarnation(node), epoch, null, null, Map.of());
    }

    /** A leader by its own word. */
    static LeaderView self(String node, long epoch) {
        return new LeaderView(node, incarnation(node), epoch, null, 1_000L, Map.of());
    }
}
