// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.testkit.simulation.ClusterNode;
import dev.baton.testkit.simulation.LastingFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Faults that stay, of a registry cluster: all of its nodes vote. */
final class RegistryStableFaults extends LastingFaults<SimulatedMember> {
    private final RegistryWorld world;

    RegistryStableFaults(RegistryWorld world) {
        super(world);
        this.world = world;
    }

    /**
     * As docs/registry.md has it: twice the lease, since voters may hear a leader for almost one lease longer than it hears
     * them; the takeover delay; and a few rounds of questions.
     */
    @Override
    protected Duration limit() {
        Duration round = world.settings
                .terms()
                .requestTimeout()
                .plus(world.settings.terms().renewInterval().dividedBy(2));
        return world.lease()
                .multipliedBy(2)
                .plus(SimulatedMember.MAX_TAKEOVER_DELAY)
                .plus(round.multipliedBy(ROUNDS));
    }

    @Override
    protected boolean begin() {
        if (world.chance().happens(0.5)) {
            freezeTheLeaderWhileOthersAreApart();
            return true;
        }
        return cutSomeWays();
    }

    /** Some stood still before and are back, but in no view, when the leader is frozen with as many others as it takes. */
    private void freezeTheLeaderWhileOthersAreApart() {
        world.seen(RegistryFact.FROZEN_WHILE_OTHERS_ARE_APART);
        List<SimulatedMember> order = new ArrayList<>(world.nodes());
        order.sort((one, other) -> Boolean.compare(other.isLeader(), one.isLeader()));
        int minority = (world.size - 1) / 2;
        List<SimulatedMember> apart = order.subList(world.size - minority, world.size);
        List<SimulatedMember> frozen = order.subList(0, minority);
        world.apart(apart);
        frozen.forEach(ClusterNode::pause);
        world.note("frozen: " + frozen.stream().map(ClusterNode::id).toList() + ", apart: "
                + apart.stream().map(ClusterNode::id).toList());
    }

    @Override
    protected boolean isMajorityConnected() {
        return world.nodes().stream()
                .anyMatch(node -> world.nodes().stream()
                                .filter(voter -> !world.network().isCutEitherWay(node.id(), voter.id()))
                                .count()
                        > world.size / 2);
    }

    @Override
    protected long highestEpoch() {
        return world.ledgers.stream()
                .mapToLong(ledger -> ledger.highest().value())
                .max()
                .orElse(0);
    }

    @Override
    protected void ended() {
        world.merge();
    }
}
