// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidatePlan;
import dev.baton.candidate.CandidateRuntime;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.Epoch;
import dev.baton.core.Health;
import dev.baton.core.HealthCheck;
import dev.baton.core.Incarnation;
import dev.baton.core.Leadership;
import dev.baton.core.LossReason;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyCalls;
import dev.baton.duty.DutyPolicy;
import dev.baton.elector.Entry;
import dev.baton.quorum.MemoryLedger;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SimulatedLanes;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One start of a node of a simulated cluster, with a candidate and a duty. */
final class SimulatedBullyNode implements ModelledTransport.Target {
    static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final long SECOND = 1_000_000_000L;

    final Disk disk;
    final Node node;
    final SimulatedProcess process;
    final BullyElector elector;
    final Candidate candidate;
    private final Witnessing witnessing;
    private final Chance chance;
    private final List<Leadership> leaderships = new ArrayList<>();
    boolean dutyRuns;

    /** What outlasts the processes of a node. */
    static final class Disk {
        final NodeId id;
        final Address address;
        final Part part;
        MemoryLedger ledger = new MemoryLedger();
        MemoryMembershipStore store;
        boolean lost;

        Disk(int number, Part part, Chance chance) {
            this.id = NodeId.of("n" + number);
            this.address = new Address("n" + number, 1_000);
            this.part = part;
            this.store = new MemoryMembershipStore(Mark.random(chance.generator()));
        }

        void lose(Chance chance) {
            lost = true;
            ledger = new MemoryLedger();
            store = new MemoryMembershipStore(Mark.random(chance.generator()));
        }

        void full(boolean disk) {
            ledger.full(disk);
            store.full(disk);
        }
    }

    /** What the run is told. */
    interface Witnessing {
        void elected(SimulatedBullyNode by, Epoch epoch);

        void revoked(SimulatedBullyNode by, Epoch epoch, LossReason why);

        void dutyStarts(SimulatedBullyNode on);

        void fault(SimulatedBullyNode in, String what);

        void broken(String what);
    }

    SimulatedBullyNode(Disk disk, List<Address> join, Twist twist, SimulatedCluster cluster) {
        this.disk = disk;
        BullySettings settings = cluster.settings.as(disk.part);
        Scheduler scheduler = cluster.scheduler;
        this.chance = cluster.chance;
        this.witnessing = cluster;
        this.node = new Node(disk.id, Incarnation.random(chance.generator()));
        this.process = new SimulatedProcess(scheduler, chance.split());
        SimulatedLanes lanes = SimulatedLanes.of(
                scheduler,
                process,
                chance.happens(0.3)
                        ? Long.MAX_VALUE - chance.nanos(0, 40 * SECOND)
                        : chance.generator().nextLong(),
                chance.nanos(-1_000, 1_000),
                chance.split(),
                thrown -> witnessing.broken("unexpected error in " + disk.id + ": " + trace(thrown)));
        this.elector = new BullyElector(
                node,
                new Member(disk.id, disk.store.mark(), disk.address, settings.priority(), settings.part()),
                settings,
                join,
                disk.store,
                twist.on(disk.ledger),
                new ModelledTransport(disk, process, twist, cluster),
                lanes,
                chance.split().generator());
        elector.start();
        CandidateRuntime runtime = new CandidateRuntime(
                lanes, new ModelledCalls(), () -> Runnable::run, (what, cause) -> witnessing.fault(this, what));
        this.candidate = Candidate.start(
                new CandidatePlan(
                        new Entry(ELECTION, node, Endpoints.NONE),
                        CandidateSettings.builder()
                                .rest(chance.millis(0, 1_000))
                                .windDown(settings.terms().lease().dividedBy(5))
                                .build(),
                        List.of(new ModelledDuty()),
                        DutyPolicy.DEFAULT,
                        Optional.empty(),
                        List.of(new Keeper())),
                elector,
                runtime);
    }

    private static String trace(Throwable thrown) {
        return thrown + " at " + List.of(thrown.getStackTrace()).subList(0, Math.min(6, thrown.getStackTrace().length));
    }

    void resign() {
        process.run(() -> candidate.resign().exceptionally(notLeading -> null));
    }

    /** Whether something may act in it under a leadership. */
    boolean mayAct() {
        leaderships.removeIf(held -> process.hasEnded() || !held.mayAct());
        return !leaderships.isEmpty();
    }

    @Override
    public String id() {
        return disk.id.value();
    }

    @Override
    public boolean hasEnded() {
        return process.hasEnded();
    }

    @Override
    public void run(Runnable task) {
        process.run(task);
    }

    @Override
    public BullyElector elector() {
        return elector;
    }

    private final class Keeper implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            leaderships.add(won);
            witnessing.elected(SimulatedBullyNode.this, won.epoch());
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            witnessing.revoked(SimulatedBullyNode.this, lost, why);
        }
    }

    private final class ModelledDuty implements Duty {
        @Override
        public String name() {
            return "duty";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            witnessing.dutyStarts(SimulatedBullyNode.this);
            dutyRuns = true;
        }

        @Override
        public void stop() {
            dutyRuns = false;
        }
    }

    /** Calls duties in virtual time. */
    private final class ModelledCalls implements DutyCalls {
        @Override
        public Call start(Duty duty, Leadership won, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
            attempt(() -> duty.start(won, crash));
            process.after(chance.nanos(0, 5_000_000), () -> answer.accept(Optional.empty()));
            return () -> {};
        }

        @Override
        public Call stop(Duty duty, Consumer<Optional<Throwable>> answer) {
            process.after(chance.nanos(0, 5_000_000), () -> {
                attempt(duty::stop);
                answer.accept(Optional.empty());
            });
            return () -> {};
        }

        @Override
        public Call health(HealthCheck check, Consumer<Health> answer) {
            process.after(0, () -> answer.accept(Health.OK));
            return () -> {};
        }

        private void attempt(Action action) {
            try {
                action.run();
            } catch (Exception failed) {
                throw new AssertionError(failed);
            }
        }
    }

    private interface Action {
        void run() throws Exception;
    }
}
