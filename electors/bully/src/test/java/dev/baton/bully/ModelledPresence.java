// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Node;
import dev.baton.peer.Presence;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Proves the end of a process of the same machine soon after it happened, to each watcher at another time. Where there are
 * several machines, it is not proven to some: the connection was not there, or the lock could not be seen.
 */
final class ModelledPresence implements Presence {
    private static final long LOOK_EVERY = 20_000_000;

    private final SimulatedBullyNode watcher;
    private final Twist twist;
    private final SimulatedCluster cluster;
    private final SeededRandom chance;
    private final Set<Node> watched = new HashSet<>();
    private Listener told;

    ModelledPresence(SimulatedBullyNode watcher, Twist twist, SimulatedCluster cluster) {
        this.watcher = watcher;
        this.twist = twist;
        this.cluster = cluster;
        this.chance = cluster.chance().split();
    }

    @Override
    public String address() {
        return watcher.id() + ":1";
    }

    @Override
    public void start(Listener listener) {
        told = listener;
    }

    @Override
    public void watch(Node process, String address) {
        boolean seen = cluster.areOnOneMachine(address(), address) && (chance.happens(0.9) || cluster.machines == 1);
        if (watched.add(process) && seen) {
            look(process);
        }
    }

    private void look(Node process) {
        cluster.scheduler().after(chance.nanos(1, LOOK_EVERY), () -> {
            if (!watched.contains(process) || watcher.hasEnded()) {
                return;
            }
            if (isTakenForGone(process)) {
                cluster.provenGone(watcher, process);
                watcher.run(() -> told.gone(process));
            } else {
                look(process);
            }
        });
    }

    private boolean isTakenForGone(Node process) {
        return cluster.nodes().stream()
                .filter(node -> node.node().equals(process))
                .noneMatch(node -> !node.hasEnded()
                        && !(twist == Twist.FALSE_PROOF && node.process().isPaused()));
    }

    @Override
    public void unwatch(Node process) {
        watched.remove(process);
    }

    @Override
    public void closeAfter(Duration mayStillAct) {
        watched.clear();
    }
}
