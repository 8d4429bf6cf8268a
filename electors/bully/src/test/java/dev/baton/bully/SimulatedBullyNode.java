// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SimulatedCandidate;
import dev.baton.testkit.simulation.SimulatedLanes;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.List;

/** One start of a node of a simulated cluster, with a candidate and a duty. */
final class SimulatedBullyNode implements ModelledTransport.Target {
    private static final Duration SLOWEST_STOP = Duration.ofMillis(5);

    final Disk disk;
    final Node node;
    final SimulatedProcess process;
    final BullyElector elector;
    private final Witnessing witnessing;
    private final SimulatedCandidate standing;

    /** What outlasts the processes of a node. */
    static final class Disk {
        final NodeId id;
        /** What tells it from a copy of it, in the network. */
        final String name;

        final Address address;
        final Part part;
        MemoryLedger ledger = new MemoryLedger();
        MemoryMembershipStore store;
        boolean lost;

        Disk(int number, Part part, Chance chance) {
            this.id = NodeId.of("n" + number);
            this.name = id.value();
            this.address = new Address(name, 1_000);
            this.part = part;
            this.store = new MemoryMembershipStore(Mark.random(chance.generator()));
        }

        /** A copy of a disk, on another machine. */
        Disk(Disk original, Mark mark) {
            this.id = original.id;
            this.name = original.name + "-copy";
            this.address = new Address(name, 1_000);
            this.part = original.part;
            this.ledger = original.ledger.copy();
            this.store = original.store.copy(mark);
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
        Chance chance = cluster.chance;
        this.witnessing = cluster;
        this.node = new Node(disk.id, Incarnation.random(chance.generator()));
        this.process = new SimulatedProcess(scheduler, chance.split());
        SimulatedLanes lanes = SimulatedLanes.of(
                scheduler,
                process,
                chance,
                thrown -> witnessing.broken("unexpected error in " + disk.id + ": " + trace(thrown)));
        this.elector = new BullyElector(
                node,
                new Member(disk.id, disk.store.mark(), disk.address, settings.priority(), settings.part()),
                settings,
                join,
                disk.store,
                twist.on(disk.ledger),
                new ModelledTransport(disk, process, twist, cluster),
                new ModelledPresence(this, twist, cluster),
                lanes,
                chance.split().generator());
        elector.start();
        this.standing = new SimulatedCandidate(
                node,
                process,
                lanes,
                chance,
                elector,
                CandidateSettings.builder()
                        .rest(chance.millis(0, 1_000))
                        .windDown(settings.terms().lease().dividedBy(5))
                        .build(),
                SLOWEST_STOP,
                new Telling());
    }

    private static String trace(Throwable thrown) {
        return thrown + " at " + List.of(thrown.getStackTrace()).subList(0, Math.min(6, thrown.getStackTrace().length));
    }

    Candidate candidate() {
        return standing.candidate();
    }

    boolean dutyRuns() {
        return standing.dutyRuns();
    }

    /** Whether something may act in it under a leadership. */
    boolean mayAct() {
        return standing.mayAct();
    }

    void resign() {
        standing.resign();
    }

    @Override
    public String id() {
        return disk.name;
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

    private final class Telling implements SimulatedCandidate.Watcher {
        @Override
        public void elected(Epoch epoch) {
            witnessing.elected(SimulatedBullyNode.this, epoch);
        }

        @Override
        public void revoked(Epoch epoch, LossReason why) {
            witnessing.revoked(SimulatedBullyNode.this, epoch, why);
        }

        @Override
        public void dutyStarts() {
            witnessing.dutyStarts(SimulatedBullyNode.this);
        }

        @Override
        public void fault(String what) {
            witnessing.fault(SimulatedBullyNode.this, what);
        }
    }
}
