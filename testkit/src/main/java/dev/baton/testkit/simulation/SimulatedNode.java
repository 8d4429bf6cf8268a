// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.candidate.CandidatePlan;
import dev.baton.internal.candidate.CandidateRuntime;
import dev.baton.internal.candidate.OpenRequests;
import dev.baton.internal.candidate.RunningCandidate;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryListener;
import dev.baton.testkit.history.HistoryRecorder;
import dev.baton.testkit.history.RecordedElector;
import dev.baton.testkit.history.RecordedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One start of a node: a process with the real elector and candidates in it. */
final class SimulatedNode {
    private static final Guarantee GUARANTEE =
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "simulated");
    private static final double SLOW_WRITES = 0.2;

    private final SimulationContext world;
    private final Node node;
    private final SeededRandom chance;
    private final SimulatedProcess process;
    private final ProcessClock clock;
    private final HistoryRecorder history;
    private final List<ModelledDuty> duties = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<Leadership> leaderships = new ArrayList<>();
    private DutyFaultRates habits;
    private boolean healthy = true;
    private boolean faulted;
    private boolean reformed;

    SimulatedNode(SimulationContext world, NodeId id, int position, DutyFaultRates habits, SeededRandom chance) {
        this.world = world;
        this.node = new Node(id, Incarnation.random(chance.generator()));
        this.chance = chance;
        this.habits = habits;
        this.process = new SimulatedProcess(world.scheduler(), chance.split());
        this.clock = ProcessClock.anywhere(
                world.scheduler(), chance, process.pauses(), world.wiring().clocksStopInPause());
        this.history = world.history().recorder(id.value(), node.incarnation().toString(), clock, process::hasEnded);
        start(position);
    }

    private void start(int position) {
        LeaseTerms terms = world.scenario().terms().get(position);
        SimulatedLanes lanes = new SimulatedLanes(
                world.scheduler(),
                process,
                clock,
                chance.split(),
                world.scenario().busiest().toNanos(),
                thrown -> fault("unexpected error", thrown));
        LeaseElector real = elector(terms, lanes);
        Elector elector = new RecordedElector(world.wiring().elector(real, terms, clock), history);
        CandidateRuntime runtime = new CandidateRuntime(
                lanes,
                world.wiring()
                        .calls(new ModelledDutyCalls(
                                process,
                                chance.split(),
                                world.scenario().policy().stopTimeout())),
                () -> Runnable::run,
                this::fault,
                new Watchdog("not started", clock, this::fault),
                new OpenRequests());
        for (ElectionName election : world.scenario().elections()) {
            ModelledDuty duty =
                    new ModelledDuty("duty", election, process, chance.split(), () -> habits, history, this::write);
            duties.add(duty);
            CandidatePlan plan = new CandidatePlan(
                    new ElectionEntry(election, node, Endpoints.NONE),
                    world.scenario().settings().get(position),
                    List.of(duty),
                    world.scenario().policy(),
                    Optional.of(() -> healthy ? Health.OK : Health.bad("modelled")),
                    List.of(new Keeper(), new HistoryListener(history, election)),
                    false);
            candidates.add(RunningCandidate.start(plan, elector, runtime));
        }
    }

    private LeaseElector elector(LeaseTerms terms, SimulatedLanes lanes) {
        LeaseLink link = new NetworkLeaseLink(name(), process, world.network(), world.store(), world.facts());
        ModelledWatch watch = new ModelledWatch(name(), process, world.scheduler(), world.peers());
        return new LeaseElector(
                new RecordedLink(
                        world.scenario().storeTells() ? link : new SilentStoreLink(link, watch, world.facts()),
                        history),
                terms,
                GUARANTEE,
                lanes,
                chance.split().generator(),
                world.scenario().peerChannel() ? watch : HolderWatch.NONE);
    }

    /** Writes at once or, like a slow write that is in flight, later. */
    private void write(Leadership under) {
        if (!chance.happens(SLOW_WRITES)) {
            world.resource().effect(under);
        } else {
            long slow = chance.nanos(0, 2 * world.scenario().lease().toNanos());
            world.scheduler()
                    .after(
                            slow,
                            () -> world.network()
                                    .send(
                                            name(),
                                            SimulationContext.RESOURCE,
                                            () -> world.resource().effect(under)));
        }
    }

    /** Whether the fault handler was called for a duty that cannot be stopped. */
    static boolean isStuck(String what) {
        return what.startsWith("duty ") && what.contains("cannot be stopped");
    }

    private void fault(String what, Throwable cause) {
        boolean misbehaved = duties.stream().anyMatch(ModelledDuty::hasMisbehaved);
        world.scenario()
                .elections()
                .forEach(election -> history.record(
                        Kind.INFO,
                        Op.FAULT,
                        election,
                        Epoch.NONE,
                        Details.of(
                                "stuck",
                                isStuck(what),
                                "duty",
                                misbehaved ? "misbehaved" : "behaved",
                                "what",
                                what,
                                "cause",
                                cause)));
        faulted = true;
        if (reformed || world.scenario().faultsEndProcesses()) {
            end();
        }
    }

    void end() {
        if (!process.hasEnded()) {
            world.scenario().elections().forEach(election -> {
                if (isLeader(election)) {
                    world.facts().seen(CoverageFact.LEADER_CRASHED);
                }
            });
            world.scenario()
                    .elections()
                    .forEach(election -> history.record(Kind.INFO, Op.ENDED, election, Epoch.NONE, ""));
            process.end();
            world.peers().suspect(this);
        }
    }

    void pause() {
        process.pause();
        world.peers().suspect(this);
    }

    void resume() {
        if (process.isPaused() && !process.hasEnded()) {
            process.resume();
            world.scenario()
                    .elections()
                    .forEach(election -> history.record(Kind.INFO, Op.RESUMED, election, Epoch.NONE, ""));
        }
    }

    String name() {
        return node.id().value();
    }

    Node node() {
        return node;
    }

    SimulatedProcess process() {
        return process;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    /** Whether it called its fault handler, which may have let it live. */
    boolean hasFaulted() {
        return faulted;
    }

    boolean isUp() {
        return !process.hasEnded() && !process.isPaused();
    }

    boolean isLeader(ElectionName election) {
        return leaderships.stream().anyMatch(held -> held.election().equals(election) && held.mayAct());
    }

    boolean isAnyLeader() {
        return leaderships.stream().anyMatch(Leadership::mayAct);
    }

    void healthy(boolean fit) {
        healthy = fit;
    }

    void reform() {
        reformed = true;
        habits = habits.reformed();
        healthy = true;
    }

    /** Adds the leaderships under which this node may act now; one that is over never comes back. */
    void addActing(List<Leadership> acting) {
        if (process.hasEnded()) {
            leaderships.clear();
        }
        for (int i = leaderships.size() - 1; i >= 0; i--) {
            Leadership held = leaderships.get(i);
            if (held.mayAct()) {
                acting.add(held);
            } else {
                leaderships.remove(i);
            }
        }
    }

    /** Keeps the leaderships that were won, since duties go on under them after the candidate has let go of them. */
    private final class Keeper implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            leaderships.add(won);
        }
    }
}
