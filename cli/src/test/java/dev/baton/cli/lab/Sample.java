// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.ListResponses;
import dev.baton.admin.NodeView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Made-up answers of the admin API, in its own records. */
public final class Sample {
    public static final Instant AT = Instant.parse("2026-11-15T20:00:12.345Z");

    private Sample() {}

    public static ClusterView cluster(List<NodeView> nodes, ElectionView... elections) {
        return new ClusterView("c", "n1", AT, nodes, List.of(elections), List.of());
    }

    public static NodeView node(String id, @Nullable String admin) {
        return new NodeView(
                id,
                "a1",
                null,
                admin,
                null,
                12_345,
                "1",
                "sql",
                NodeView.Status.UP,
                Instant.parse("2026-11-15T19:59:59.999Z"),
                true,
                List.of(),
                List.of());
    }

    public static ElectionView election(String name, @Nullable LeaderView leader) {
        return new ElectionView(name, "sql", "EXCLUSIVE", leader, List.of(), 0, 1_500L);
    }

    public static LeaderView leader(String node, long epoch) {
        return new LeaderView(node, "a1", epoch, Instant.parse("2026-11-15T20:00:00Z"), 4_321L, Map.of());
    }

    public static ListResponses.CurrentLeader current(String election, @Nullable LeaderView leader) {
        return new ListResponses.CurrentLeader(election, leader, 23L);
    }
}
