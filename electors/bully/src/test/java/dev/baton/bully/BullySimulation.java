// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.quorum.QuorumMode;
import dev.baton.testkit.simulation.LastingFaults;
import dev.baton.testkit.simulation.NodeSimulation;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.Optional;

/** One run of a bully cluster: its nodes must agree on their members as well. */
final class BullySimulation extends NodeSimulation<SimulatedBullyNode> {
    private final SimulatedCluster cluster;

    BullySimulation(long seed, Twist twist) {
        this(seed, new BullyFaults(cluster(new SeededRandom(seed), twist)));
    }

    private BullySimulation(long seed, BullyFaults faults) {
        super(seed, faults.cluster(), faults, "electors/bully", "BullySimulationTest");
        this.cluster = faults.cluster();
    }

    private static SimulatedCluster cluster(SeededRandom chance, Twist twist) {
        BullySettings every = BullySettings.every(chance.millis(200, 1_000));
        BullySettings settings = twist == Twist.MAJORITY_OF_REACHABLE ? every.withQuorum(QuorumMode.NONE) : every;
        return new SimulatedCluster(chance, settings, chance.happens(0.3), twist);
    }

    @Override
    protected Duration disturbed() {
        return Duration.ofSeconds(cluster.chance().between(20, 40));
    }

    @Override
    protected Duration agreesWithin() {
        return cluster.lease().multipliedBy(40).plusSeconds(30);
    }

    /** By then those that were removed are back as well. */
    @Override
    protected Duration settling() {
        return cluster.lease().multipliedBy(6);
    }

    @Override
    protected Optional<LastingFaults<SimulatedBullyNode>> stableFaults() {
        return Optional.of(new BullyStableFaults(cluster));
    }
}
