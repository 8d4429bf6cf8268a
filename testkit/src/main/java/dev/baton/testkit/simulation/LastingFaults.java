// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Faults that stay as they are, under which some node that may lead and a majority of voters hear each other: a leader
 * must come of it within {@link #limit}, stay, and cost few epochs.
 */
public abstract class LastingFaults<N extends ClusterNode> {
    /** Attempts that may fail because two nodes ask at once. */
    protected static final int ROUNDS = 3;

    private static final int MAX_EPOCHS = 10;
    private static final int TRIES = 50;

    private final NodeCluster<N> cluster;
    private final SeededRandom chance;

    protected LastingFaults(NodeCluster<N> cluster) {
        this.cluster = cluster;
        this.chance = cluster.chance();
    }

    /** How long a connected majority may be without a leader, as the page of the elector has it. */
    protected abstract Duration limit();

    /** Does something that stays. Returns whether a majority is connected. */
    protected abstract boolean begin();

    /** Whether some node that may lead and a majority of voters hear each other. */
    protected abstract boolean isMajorityConnected();

    /** The highest epoch that any voter has promised. */
    protected abstract long highestEpoch();

    /** Each way is cut by itself, so that some nodes hear others that do not hear them. */
    protected final boolean cutSomeWays() {
        Network network = cluster.network();
        for (int i = 0; i < TRIES; i++) {
            StringBuilder cuts = new StringBuilder();
            for (N from : cluster.nodes()) {
                for (N to : cluster.nodes()) {
                    if (from != to && chance.happens(0.3)) {
                        network.cut(from.id(), to.id());
                        cuts.append(' ').append(from.id()).append(" to ").append(to.id());
                    }
                }
            }
            if (isMajorityConnected()) {
                cluster.note("one-way cuts:" + cuts);
                cluster.seen(ClusterFact.STABLE_ONE_WAY_CUTS);
                cluster.changed();
                return true;
            }
            network.mendAll();
        }
        return false;
    }

    /**
     * @param pass lets so many nanoseconds pass
     * @return what is wrong when the limit has passed, or some time after that
     */
    final Optional<String> violation(LongConsumer pass) {
        long before = highestEpoch();
        if (!begin()) {
            return Optional.empty();
        }
        pass.accept(limit().toNanos());
        String leader = leader();
        if (leader.isEmpty()) {
            return Optional.of("no node leads although a majority has been connected for " + limit().toMillis()
                    + " ms: " + cluster.disagreement().orElse(""));
        }
        pass.accept(2 * cluster.lease().toNanos());
        if (!leader().equals(leader)) {
            return Optional.of("the leader is " + leader() + " and was " + leader);
        }
        long used = highestEpoch() - before;
        return used > MAX_EPOCHS ? Optional.of(used + " epochs were used up") : Optional.empty();
    }

    private String leader() {
        return cluster.nodes().stream()
                .filter(node -> node.isUp() && node.isLeader())
                .map(node -> node.node().toString())
                .findFirst()
                .orElse("");
    }

    /** The faults are over. */
    protected void ended() {}

    final void end() {
        ended();
        cluster.network().weather(NetworkConditions.FAIR);
        cluster.nodes().forEach(ClusterNode::resume);
        cluster.mend();
    }
}
