// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.safety.ObservedCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The nodes of a run. A node that ended can be started again, as a new incarnation. */
final class SimulatedCluster implements ObservedCluster {
    private final SimulationContext world;
    private final SeededRandom chance;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Map<String, SimulatedProcess> processes = new HashMap<>();
    private boolean reformed;

    SimulatedCluster(SimulationContext world, SeededRandom chance) {
        this.world = world;
        this.chance = chance;
        for (int i = 0; i < world.scenario().settings().size(); i++) {
            nodes.add(start(i));
        }
        world.history().tell(this::startAgain);
    }

    /** Whatever ended is started again after a while, as by an operator or an orchestrator. */
    private void startAgain(HistoryEvent event) {
        if (event.op() == Op.ENDED) {
            long wait = chance.nanos(100_000_000, 2 * world.scenario().lease().toNanos());
            world.scheduler().after(wait, () -> {
                for (int i = 0; i < nodes.size(); i++) {
                    restart(i);
                }
            });
        }
    }

    private SimulatedNode start(int position) {
        DutyFaultRates habits = world.scenario().habits().get(position);
        SimulatedNode node = new SimulatedNode(
                world,
                NodeId.of("n" + (position + 1)),
                position,
                reformed ? habits.reformed() : habits,
                chance.split());
        processes.put(node.node().toString(), node.process());
        return node;
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }

    void restart(int position) {
        if (nodes.get(position).process().hasEnded()) {
            nodes.set(position, start(position));
        }
    }

    /** Undoes everything that was done to the nodes; from now on duties behave. */
    void heal() {
        reformed = true;
        for (int i = 0; i < nodes.size(); i++) {
            boolean eligible = world.scenario().settings().get(i).eligible();
            nodes.get(i).resume();
            nodes.get(i).reform();
            if (nodes.get(i).hasFaulted()) {
                nodes.get(i).end();
            }
            nodes.get(i).candidates().forEach(candidate -> candidate.setEligible(eligible));
            restart(i);
        }
    }

    /** What is still missing for every election to have one leader that acts and that all nodes know. */
    Optional<String> disagreement() {
        return new Agreement(world, nodes).missing();
    }

    /** What is still missing for every election to be led by a node that no other is preferred over. */
    Optional<String> unpreferred(Predicate<Candidate> gaveUp) {
        return new Agreement(world, nodes).unpreferred(gaveUp);
    }

    @Override
    public long now() {
        return world.scheduler().now();
    }

    @Override
    public List<Leadership> acting() {
        List<Leadership> acting = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).addActing(acting);
        }
        return acting;
    }

    @Override
    public boolean hasEnded(String process) {
        SimulatedProcess known = processes.get(process);
        return known == null || known.hasEnded();
    }

    @Override
    public boolean wasPausedLately(String process) {
        @Nullable SimulatedProcess known = processes.get(process);
        return known != null
                && known.wasPausedSince(now() - world.scenario().aftermath().toNanos());
    }
}
