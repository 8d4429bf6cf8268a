// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.testkit.simulation.LastingFaults;
import dev.baton.testkit.simulation.NodeSimulation;
import java.time.Duration;
import java.util.Optional;

/** One run of a registry cluster with a majority quorum: its nodes must agree on a preferred leader in the end. */
final class RegistrySimulation extends NodeSimulation<SimulatedMember> {
    private final RegistryWorld world;

    RegistrySimulation(long seed, Mutation mutation) {
        this(seed, new RegistryWorld(seed, mutation));
    }

    private RegistrySimulation(long seed, RegistryWorld world) {
        super(seed, world, new RegistryFaults(world), "electors/registry", "RegistrySimulationTest");
        this.world = world;
    }

    @Override
    protected Duration disturbed() {
        return Duration.ofSeconds(world.chance().between(30, 60));
    }

    @Override
    protected Duration agreesWithin() {
        return world.lease().multipliedBy(4).plusSeconds(10);
    }

    @Override
    protected Duration settling() {
        return world.lease().multipliedBy(4);
    }

    /** A preferred node that reaches the leader and no majority is handed the leadership in vain, ever more rarely. */
    @Override
    protected Optional<LastingFaults<SimulatedMember>> stableFaults() {
        return world.hasPriorities() ? Optional.empty() : Optional.of(new RegistryStableFaults(world));
    }

    @Override
    protected void agreed() {
        // Hand-overs that did not last may have doubled the wait for the next one five times.
        Duration within =
                SimulatedMember.MINIMUM_HOLD.multipliedBy(64).plus(world.lease().multipliedBy(4));
        await(
                "the preferred one does not lead",
                within,
                () -> world.disagreement().or(this::preference));
    }

    private Optional<String> preference() {
        int most = world.nodes().stream()
                .filter(member -> !member.hasResigned())
                .mapToInt(SimulatedMember::priority)
                .max()
                .orElse(0);
        return world.leader()
                .filter(leader -> leader.priority() < most)
                .map(leader -> leader.node() + " leads with priority " + leader.priority() + " and not " + most);
    }
}
