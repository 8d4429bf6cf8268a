// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.testkit.simulation.LastingFaults;
import dev.baton.testkit.simulation.NodeSimulation;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.Optional;

/** One run of nodes with elections on a simulated group. */
final class RaftSimulation extends NodeSimulation<RaftNode> {
    private final RaftCluster cluster;

    RaftSimulation(long seed, Twist twist) {
        this(seed, new RaftCluster(new SeededRandom(seed), twist));
    }

    private RaftSimulation(long seed, RaftCluster cluster) {
        super(seed, cluster, new RaftFaults(cluster), "electors/raft", "RaftSimulationTest");
        this.cluster = cluster;
    }

    RaftCluster cluster() {
        return cluster;
    }

    @Override
    protected Duration disturbed() {
        return Duration.ofSeconds(cluster.chance().between(20, 40));
    }

    /** A few elections of the group, then a whole lease that a new leader starts afresh, and what candidates wait for. */
    @Override
    protected Duration agreesWithin() {
        return cluster.lease().multipliedBy(4).plusSeconds(30);
    }

    @Override
    protected Duration settling() {
        return Duration.ZERO;
    }

    @Override
    protected Optional<LastingFaults<RaftNode>> stableFaults() {
        return Optional.empty();
    }

    @Override
    protected void agreed() {
        cluster.differentStates().ifPresent(cluster::broken);
    }
}
