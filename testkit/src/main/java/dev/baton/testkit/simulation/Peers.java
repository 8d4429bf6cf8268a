// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.ElectionName;
import java.util.ArrayList;
import java.util.List;

/**
 * The peer channel between the processes of a run. Whatever falls silent comes under suspicion, and each suspicion is
 * looked into later, if at all: perhaps soon, perhaps when the lease is over, the node has started again, or another
 * leads. Only a process that has ended is found to be gone. Requests that it sent may still be under way then.
 */
final class Peers {
    /** How often a process looks into a suspicion at most. */
    private static final int MAX_LOOKS = 3;
    /** The share of suspicions that a process looks into. */
    private static final double PROVEN = 0.8;

    private static final double SOON = 0.5;
    private static final long SOON_NANOS = 100_000_000;

    private final Scenario scenario;
    private final SimulationParts wiring;
    private final Scheduler scheduler;
    private final Network network;
    private final SeededRandom chance;
    private final List<ModelledWatch> watches = new ArrayList<>();

    Peers(Scenario scenario, SimulationParts wiring, Scheduler scheduler, Network network, SeededRandom chance) {
        this.scenario = scenario;
        this.wiring = wiring;
        this.scheduler = scheduler;
        this.network = network;
        this.chance = chance;
    }

    void join(ModelledWatch watch) {
        watches.removeIf(ModelledWatch::hasEnded);
        watches.add(watch);
    }

    /** A process ended, or looks from outside as if it had. */
    void suspect(SimulatedNode silent) {
        for (ModelledWatch watch : watches) {
            if (!watch.endpoint().equals(silent.name()) && chance.happens(PROVEN)) {
                int looks = chance.between(1, MAX_LOOKS);
                for (int i = 0; i < looks; i++) {
                    scheduler.after(delay(), () -> lookInto(silent, watch));
                }
            }
        }
    }

    private void lookInto(SimulatedNode silent, ModelledWatch watch) {
        if (wiring.provesDeath(silent.process())) {
            watch.proven(silent.node());
        }
    }

    long delay() {
        return chance.nanos(
                0, chance.happens(SOON) ? SOON_NANOS : 3 * scenario.lease().toNanos());
    }

    /** Tells the others that a lease was given back, as far as the network carries it. */
    void released(ElectionName election, String by) {
        watches.stream()
                .filter(watch -> !watch.endpoint().equals(by))
                .forEach(watch -> network.send(by, watch.endpoint(), () -> watch.changed(election)));
    }
}
