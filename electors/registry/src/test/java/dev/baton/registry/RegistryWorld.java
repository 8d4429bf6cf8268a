// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.NodeId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.simulation.NodeCluster;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A whole registry cluster with a majority quorum, in which every node has a view of its own. */
final class RegistryWorld extends NodeCluster<SimulatedMember> {
    private static final Duration SLOWEST_VIEW = Duration.ofSeconds(1);

    final long seed;
    final Mutation mutation;
    final int size;
    final RegistrySettings settings;
    final List<MemoryLedger> ledgers = new ArrayList<>();
    /** Nodes that can be reached and are in no view, because groups that were apart merge late. */
    private final Set<String> apart = new HashSet<>();

    RegistryWorld(long seed, Mutation mutation) {
        super(new SeededRandom(seed), true);
        this.seed = seed;
        this.mutation = mutation;
        this.size = chance().happens(0.7) ? 3 : 5;
        Duration lease = chance().millis(2_000, 5_000);
        int stated = mutation == Mutation.NO_MAJORITY ? Math.max(1, size / 2) : size;
        this.settings = RegistrySettings.majorityOf(stated).withTerms(terms(lease));
        for (int i = 0; i < size; i++) {
            ledgers.add(new MemoryLedger());
        }
        for (int i = 0; i < size; i++) {
            add(new SimulatedMember(this, i));
        }
        changed();
    }

    static LeaseTerms terms(Duration lease) {
        return new LeaseTerms(lease, lease.dividedBy(5), lease.dividedBy(8), lease.dividedBy(5));
    }

    static NodeId id(int position) {
        return NodeId.of("n" + (position + 1));
    }

    @Override
    public Duration lease() {
        return settings.terms().lease();
    }

    @Override
    protected SimulatedMember startAgain(SimulatedMember former) {
        note("start " + former.id());
        return new SimulatedMember(this, former.position());
    }

    void apart(List<SimulatedMember> members) {
        members.forEach(member -> apart.add(member.id()));
        List.copyOf(nodes()).forEach(SimulatedMember::lookAround);
    }

    boolean isInView(String of, String other) {
        return !network().isCutEitherWay(of, other) && !apart.contains(of) && !apart.contains(other);
    }

    /** Groups that were apart have merged. */
    void merge() {
        apart.clear();
    }

    /** Whether some nodes are preferred over others, as in every fourth run. */
    boolean hasPriorities() {
        return seed % 4 == 1;
    }

    @Override
    protected void elected(SimulatedMember member) {
        if (member.hasOtherLease()) {
            seen(RegistryFact.MIXED_LEASES);
        }
    }

    /** Every node finds out by itself which others are there, some time after things have changed. */
    @Override
    protected void changed() {
        for (SimulatedMember member : List.copyOf(nodes())) {
            scheduler().after(chance().nanos(Duration.ZERO, SLOWEST_VIEW), member::lookAround);
        }
    }
}
