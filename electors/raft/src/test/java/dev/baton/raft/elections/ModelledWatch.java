// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.testkit.simulation.SeededRandom;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proves the end of a holder's process some time after it happened, to some of those that watch it. */
final class ModelledWatch implements HolderWatch {
    private final RaftNode watcher;
    private final RaftCluster cluster;
    private final SeededRandom chance;
    private final Set<Node> watched = new HashSet<>();
    private @Nullable Listener listener;

    ModelledWatch(RaftNode watcher, RaftCluster cluster) {
        this.watcher = watcher;
        this.cluster = cluster;
        this.chance = cluster.chance().split();
        cluster.onChange(this::look);
    }

    @Override
    public void start(Listener told) {
        listener = told;
    }

    @Override
    public void watch(ElectionName election, Leader holder) {
        watched.add(holder.node());
        look();
    }

    private void look() {
        for (Node node : Set.copyOf(watched)) {
            if (cluster.hasEnded(node.toString()) && chance.happens(0.7)) {
                watched.remove(node);
                watcher.process().after(chance.nanos(0, cluster.lease().toNanos()), () -> gone(node));
            }
        }
    }

    private void gone(Node node) {
        if (listener != null) {
            cluster.seen(RaftFact.PROVEN_GONE);
            listener.gone(node);
        }
    }
}
