// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.testkit.simulation.ClusterNode;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.List;

/** One start of a node of a simulated bully cluster. */
final class SimulatedBullyNode extends ClusterNode {
    private static final Duration SLOWEST_STOP = Duration.ofMillis(5);

    final Disk disk;
    final BullyElector elector;

    /** What outlasts the processes of a node. */
    static final class Disk {
        final NodeId id;
        /** What tells it from a copy of it, in the network. */
        final String name;

        final Address address;
        final MemberRole part;
        MemoryLedger ledger = new MemoryLedger();
        MemoryMembershipStore store;
        boolean lost;

        Disk(int number, MemberRole part, SeededRandom chance) {
            this.id = NodeId.of("n" + number);
            this.name = id.value();
            this.address = new Address(name, 1_000);
            this.part = part;
            this.store = new MemoryMembershipStore(StateId.random(chance.generator()));
        }

        /** A copy of a disk, on another machine. */
        Disk(Disk original, StateId mark) {
            this.id = original.id;
            this.name = original.name + "-copy";
            this.address = new Address(name, 1_000);
            this.part = original.part;
            this.ledger = original.ledger.copy();
            this.store = original.store.copy(mark);
        }

        void lose(SeededRandom chance) {
            lost = true;
            ledger = new MemoryLedger();
            store = new MemoryMembershipStore(StateId.random(chance.generator()));
        }

        void full(boolean disk) {
            ledger.full(disk);
            store.full(disk);
        }
    }

    SimulatedBullyNode(Disk disk, List<Address> join, Twist twist, SimulatedCluster cluster) {
        super(cluster, disk.id, disk.name);
        this.disk = disk;
        BullySettings settings = cluster.settings.as(disk.part);
        this.elector = new BullyElector(
                node(),
                new BullyMember(disk.id, disk.store.mark(), disk.address, settings.priority(), settings.part()),
                settings,
                join,
                disk.store,
                twist.writing(disk.ledger, disk(cluster.calmDisks)),
                new ModelledTransport(disk, process(), twist, cluster),
                new ModelledPresence(this, twist, cluster),
                lanes(),
                chance().split().generator());
        elector.node().start();
        stand(
                elector,
                CandidateSettings.builder()
                        .rest(chance().millis(0, 1_000))
                        .windDown(settings.terms().lease().dividedBy(5))
                        .build(),
                SLOWEST_STOP);
    }

    @Override
    protected void fillDisk(boolean full) {
        disk.full(full);
    }
}
