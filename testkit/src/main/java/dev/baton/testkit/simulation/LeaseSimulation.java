// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.safety.LeadersYieldSeldom;
import dev.baton.testkit.safety.SafetyRule;
import dev.baton.testkit.safety.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a cluster whose elections are decided by leases. First it is disturbed, and must be safe at every moment;
 * then it is left alone, and must come to one leader per election in bounded time, and later to the preferred one. Its seed decides everything.
 */
public final class LeaseSimulation {
    /** The rule that a run breaks which does not come to one leader. */
    public static final String CONVERGENCE = "Convergence";

    /** The rule that a run breaks in which a node leads though another one is preferred. */
    public static final String PREFERENCE = "Preference";

    private static final long LOOK_EVERY = Duration.ofMillis(250).toNanos();

    private final long seed;
    private final Scenario scenario;
    private final Scheduler scheduler;
    private final RunHistory history;
    private final CoverageCounts facts = new CoverageCounts();
    private final SimulatedCluster cluster;
    private final RandomFaults disturbances;
    private final List<SafetyRule> rules = new ArrayList<>();
    private @Nullable Violation broken;

    private LeaseSimulation(long seed, SimulationParts wiring) {
        SeededRandom chance = new SeededRandom(seed);
        this.seed = seed;
        this.scenario = Scenario.random(chance.split());
        this.scheduler = new Scheduler(chance.split());
        this.history = new RunHistory(scheduler);
        Network network = new Network(scheduler, chance.split());
        SimulationContext world = new SimulationContext(
                scenario,
                wiring,
                scheduler,
                network,
                new ModelledStore(
                        scheduler,
                        network,
                        wiring.rows(),
                        history.recorder(ModelledStore.NAME, "-", scheduler::now, () -> false),
                        chance.split()),
                new Peers(scenario, wiring, scheduler, network, chance.split()),
                wiring.fencedResource(history.recorder(SimulationContext.RESOURCE, "-", scheduler::now, () -> false)),
                history,
                facts);
        history.tell(new CoverageTracker(facts));
        this.cluster = new SimulatedCluster(world, chance.split());
        rules.addAll(SafetyRule.ofLeases(cluster));
        rules.add(new LeadersYieldSeldom(scenario.settings().get(0).minimumHold(), cluster));
        if (!scenario.clockJumps()) {
            rules.addAll(SafetyRule.whileTimeIsSteady(cluster));
        }
        history.tell(this::check);
        this.disturbances = new RandomFaults(world, cluster, chance.split());
    }

    /** @throws SimulationFailure if a rule is broken */
    public static SimulationResult run(long seed) {
        return run(seed, SimulationParts.SOUND);
    }

    /** @throws SimulationFailure if a rule is broken */
    public static SimulationResult run(long seed, SimulationParts wiring) {
        return new LeaseSimulation(seed, wiring).run();
    }

    private SimulationResult run() {
        disturbances.begin();
        runUntil(scenario.disturbed().toNanos());
        disturbances.end();
        Duration converged = converge(
                CONVERGENCE,
                scenario.convergence(),
                () -> cluster.disagreement().or(disturbances::unanswered));
        converge(PREFERENCE, scenario.preference(), () -> cluster.unpreferred(disturbances::hasGivenUp));
        return new SimulationResult(
                seed, scenario, scheduler.steps(), history.hash(), converged, facts, history.history());
    }

    private Duration converge(String rule, Duration within, Supplier<Optional<String>> look) {
        long began = scheduler.now();
        long limit = began + within.toNanos();
        Optional<String> missing = Optional.of("");
        while (missing.isPresent()) {
            if (scheduler.now() >= limit) {
                throw failure(rule, missing.get() + " " + within.toMillis() + " ms after the last fault");
            }
            runUntil(scheduler.now() + LOOK_EVERY);
            missing = look.get();
        }
        return Duration.ofNanos(scheduler.now() - began);
    }

    private void runUntil(long limit) {
        while (scheduler.step(limit)) {
            for (int i = 0; i < rules.size(); i++) {
                rules.get(i).afterStep(this::note);
            }
            if (broken != null) {
                throw failure(broken.rule(), broken.what());
            }
        }
    }

    /** Only notes what is wrong: the code that records an event may catch what a rule would throw. */
    private void check(HistoryEvent event) {
        rules.forEach(rule -> rule.on(event, this::note));
    }

    private void note(Violation violation) {
        if (broken == null) {
            broken = violation;
        }
    }

    private SimulationFailure failure(String rule, String what) {
        return new SimulationFailure(seed, rule, what, scenario, history.history());
    }
}
