// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.view.ClusterView;
import dev.baton.server.view.DutyView;
import dev.baton.server.view.LeadershipView;
import dev.baton.server.view.LocalView;
import dev.baton.server.view.NodeView;
import dev.baton.server.view.ThisNode;
import java.time.Clock;
import java.util.List;

/** The cluster as it is seen from this node. */
public final class Cluster {
    private final ThisNode self;
    private final Clock clock;

    public Cluster(ThisNode self, Clock clock) {
        this.self = self;
        this.clock = clock;
    }

    public ClusterView view() {
        List<LocalView> answers = List.of(self.view());
        List<NodeView> nodes = answers.stream().map(LocalView::node).toList();
        return new ClusterView(
                self.profile().cluster(),
                self.node().id().value(),
                clock.instant(),
                nodes,
                ClusterRules.elections(answers),
                List.of());
    }

    public List<DutyView> duties() {
        return self.view().duties();
    }

    public List<LeadershipView> leaderships(String election, int limit) {
        return self.standing(election)
                .map(it -> it.watch().history().newest(limit))
                .orElse(List.of());
    }
}
