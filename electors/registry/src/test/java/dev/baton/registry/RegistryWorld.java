// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.NodeId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the parts of one simulated run share: time, chance, the network with its cuts, the nodes and their story. */
final class RegistryWorld {
    static final long SECOND = 1_000_000_000L;
    private static final Duration SLOWEST_VIEW = Duration.ofSeconds(1);

    final long seed;
    final Mutation mutation;
    final Chance chance;
    final Scheduler scheduler;
    final Network network;
    final int size;
    final RegistrySettings settings;
    final List<SimulatedMember> members = new ArrayList<>();
    final Map<NodeId, MemoryLedger> ledgers = new TreeMap<>();
    final Map<Fact, Integer> facts = new EnumMap<>(Fact.class);
    final List<String> story = new ArrayList<>();
    long lastEpoch;
    String lastLeader = "";
    private final boolean[][] cut;
    /** Who can be reached and is in nobody's view, because groups that were apart merge late. */
    private final boolean[] apart;

    private String broken = "";

    RegistryWorld(long seed, Mutation mutation) {
        this.seed = seed;
        this.mutation = mutation;
        this.chance = new Chance(seed);
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        this.size = chance.happens(0.7) ? 3 : 5;
        Duration lease = chance.millis(2_000, 5_000);
        int stated = mutation == Mutation.NO_MAJORITY ? Math.max(1, size / 2) : size;
        this.settings = RegistrySettings.majorityOf(stated).withTerms(terms(lease));
        this.cut = new boolean[size][size];
        this.apart = new boolean[size];
        for (int i = 0; i < size; i++) {
            ledgers.put(id(i), new MemoryLedger());
        }
        for (int i = 0; i < size; i++) {
            members.add(new SimulatedMember(this, i));
        }
        viewsChange();
    }

    static LeaseTerms terms(Duration lease) {
        return new LeaseTerms(lease, lease.dividedBy(5), lease.dividedBy(8), lease.dividedBy(5));
    }

    static NodeId id(int position) {
        return NodeId.of("n" + (position + 1));
    }

    long lease() {
        return settings.terms().lease().toNanos();
    }

    void seen(Fact fact) {
        facts.merge(fact, 1, Integer::sum);
    }

    void note(String what) {
        story.add(scheduler.now() / 1_000_000 + " ms " + what);
    }

    /** Something happened that must not happen. The first such thing is what a run reports. */
    void fail(String why) {
        broken = broken.isEmpty() ? why : broken;
    }

    String broken() {
        return broken;
    }

    /** Undoes a fault some time later. */
    void later(Runnable undo) {
        scheduler.after(chance.nanos(0, 3 * lease()), undo);
    }

    boolean isCut(int one, int other) {
        return cut[one][other] || cut[other][one];
    }

    void apart(int position, boolean value) {
        apart[position] = value;
    }

    boolean isInView(int of, int other) {
        return !isCut(of, other) && !apart[of] && !apart[other];
    }

    List<String> cuts() {
        List<String> all = new ArrayList<>();
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                if (cut[from][to]) {
                    all.add(id(from) + " to " + id(to));
                }
            }
        }
        return all;
    }

    /** Cuts or mends one way between two nodes. */
    void cut(int from, int to, boolean value) {
        cut[from][to] = value;
        if (value) {
            network.cut(id(from).value(), id(to).value());
        } else {
            network.mend(id(from).value(), id(to).value());
        }
    }

    void mendAll() {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                cut(i, j, false);
            }
            apart[i] = false;
        }
        note("mended");
        viewsChange();
    }

    /** Whether some nodes are preferred over others, as in every fourth run. */
    boolean hasPriorities() {
        return seed % 4 == 1;
    }

    void restart(int position) {
        if (members.get(position).hasEnded()) {
            seen(Fact.RESTARTED);
            members.set(position, new SimulatedMember(this, position));
            note("start " + members.get(position).node());
            viewsChange();
        }
    }

    /** Every node finds out by itself who is there, some time after things have changed. */
    void viewsChange() {
        for (SimulatedMember member : List.copyOf(members)) {
            scheduler.after(chance.nanos(Duration.ZERO, SLOWEST_VIEW), member::lookAround);
        }
    }

    void lookNow() {
        List.copyOf(members).forEach(SimulatedMember::lookAround);
    }
}
