// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Random faults of a {@link NodeCluster}, one after another, until they are called off. An elector chooses among these and
 * adds its own.
 */
public abstract class NodeFaults<N extends ClusterNode> {
    /** Faults that hit leaders are the ones that matter. */
    private static final double AT_LEADERS = 0.6;

    private final NodeCluster<N> cluster;
    private final SeededRandom chance;
    private final Duration longestQuiet;
    private boolean over;

    protected NodeFaults(NodeCluster<N> cluster, Duration longestQuiet) {
        this.cluster = cluster;
        this.chance = cluster.chance();
        this.longestQuiet = longestQuiet;
    }

    /** What may happen; what is listed twice happens twice as often. */
    protected abstract List<Runnable> kinds();

    /** Whether a node that has ended is started again. */
    protected boolean mayReturn(N ended) {
        return true;
    }

    final void begin() {
        cluster.onFault(this::crash);
        next(kinds());
    }

    private void next(List<Runnable> kinds) {
        cluster.scheduler().after(chance.nanos(0, longestQuiet.toNanos()), () -> {
            if (!over) {
                chance.pick(kinds).run();
                next(kinds);
            }
        });
    }

    /** The faults are called off, and disks and links are as they should be; processes may still be paused or have ended. */
    protected void calledOff() {}

    /** Calls the faults off, undoes what was done and starts every node again that has ended. */
    final void end() {
        over = true;
        cluster.network().weather(NetworkConditions.FAIR);
        cluster.nodes().forEach(node -> node.fillDisk(false));
        cluster.mend();
        calledOff();
        for (N node : List.copyOf(cluster.nodes())) {
            node.resume();
            restart(node);
        }
    }

    /** Undoes a fault some time later. */
    protected final void later(Runnable undo) {
        cluster.scheduler().after(chance.nanos(0, 3 * cluster.lease().toNanos()), undo);
    }

    /** A node that something happens to. */
    protected final N victim() {
        return cluster.leader().filter(it -> chance.happens(AT_LEADERS)).orElseGet(() -> chance.pick(cluster.nodes()));
    }

    protected final void pause() {
        N node = victim();
        if (!node.isUp()) {
            return;
        }
        if (node.isLeader()) {
            cluster.seen(ClusterFact.LEADER_PAUSED);
        }
        cluster.note("pause " + node.node());
        node.pause();
        later(() -> {
            cluster.note("resume " + node.node());
            node.resume();
        });
    }

    protected final void crash() {
        crash(victim());
    }

    protected final void crash(N node) {
        if (!node.hasEnded()) {
            if (node.isLeader()) {
                cluster.seen(ClusterFact.LEADER_CRASHED);
            }
            cluster.note("crash " + node.node());
            node.end();
            cluster.changed();
            later(() -> restart(node));
        }
    }

    protected final void restart(N former) {
        if (cluster.nodes().contains(former) && former.hasEnded() && mayReturn(former)) {
            cluster.seen(ClusterFact.RESTARTED);
            cluster.restart(former);
        }
    }

    protected final void restartAll() {
        if (chance.happens(0.4)) {
            cluster.seen(ClusterFact.RESTARTED_ALL);
            List.copyOf(cluster.nodes()).forEach(this::crash);
        }
    }

    protected final void partition() {
        cluster.seen(ClusterFact.PARTITIONED);
        List<String> left = new ArrayList<>();
        List<String> right = new ArrayList<>();
        cluster.nodes().forEach(node -> (chance.happens(0.5) ? left : right).add(node.id()));
        cluster.note("partition " + left + " from " + right);
        left.forEach(one -> right.forEach(other -> cluster.network().cutBothWays(one, other)));
        mendLater();
    }

    protected final void cutOneWay() {
        cluster.seen(ClusterFact.ONE_WAY_CUT);
        String from = victim().id();
        cluster.nodes().stream()
                .map(ClusterNode::id)
                .filter(to -> !to.equals(from) && chance.happens(0.7))
                .forEach(to -> cluster.network().cut(from, to));
        cluster.note("one way cut of " + from);
        mendLater();
    }

    protected final void mendLater() {
        cluster.changed();
        later(cluster::mend);
    }

    protected final void resign() {
        cluster.leader().ifPresent(node -> {
            cluster.seen(ClusterFact.RESIGNED);
            cluster.note("resign " + node.node());
            node.resign();
        });
    }

    protected final void changeWeather() {
        cluster.network()
                .weather(new NetworkConditions(
                        Duration.ofNanos(200_000),
                        chance.millis(1, 100),
                        chance.happens(0.5) ? 0 : 0.2,
                        chance.happens(0.5) ? 0 : 0.2));
    }

    protected final void fillDisk() {
        cluster.seen(ClusterFact.DISK_FULL);
        N node = victim();
        node.fillDisk(true);
        later(() -> node.fillDisk(false));
    }
}
