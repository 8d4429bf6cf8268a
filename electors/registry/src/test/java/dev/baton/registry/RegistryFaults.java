// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.testkit.simulation.NodeCluster;
import dev.baton.testkit.simulation.NodeFaults;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.List;

/** Random faults of a registry cluster. */
final class RegistryFaults extends NodeFaults<SimulatedMember> {
    private final RegistryWorld world;
    private final SeededRandom chance;

    RegistryFaults(RegistryWorld world) {
        super(world, Duration.ofSeconds(4));
        this.world = world;
        this.chance = world.chance();
    }

    @Override
    protected List<Runnable> kinds() {
        return List.of(
                this::pause,
                this::crash,
                this::partition,
                this::cutOneWay,
                this::overlap,
                this::resign,
                this::changeWeather,
                this::fillDisk,
                this::stutter,
                this::restartAll);
    }

    /** A node stands still with answers on their way to it, and when it goes on it is cut off. */
    private void stutter() {
        SimulatedMember member = victim();
        if (!member.isUp()) {
            return;
        }
        world.seen(RegistryFact.STUTTERED);
        world.note("stutter " + member.node());
        member.pause();
        world.scheduler().after(NodeCluster.SECOND / 10, () -> {
            world.nodes().stream()
                    .filter(other -> other != member)
                    .forEach(other -> world.network().cutBothWays(member.id(), other.id()));
            mendLater();
        });
        long still = chance.nanos(NodeCluster.SECOND / 5, world.lease().toNanos());
        world.scheduler().after(still, () -> {
            world.note("go on " + member.node());
            member.resume();
        });
    }

    /** A ring: every node hears its neighbours only. */
    private void overlap() {
        world.seen(RegistryFact.OVERLAPPING_PARTITION);
        for (int i = 0; i < world.size; i++) {
            for (int j = 0; j < i; j++) {
                int apart = i - j;
                boolean neighbours = apart == 1 || (apart == world.size - 1 && world.size > 3);
                if (!neighbours) {
                    world.network()
                            .cutBothWays(
                                    RegistryWorld.id(i).value(),
                                    RegistryWorld.id(j).value());
                }
            }
        }
        world.note("overlapping partition");
        mendLater();
    }
}
