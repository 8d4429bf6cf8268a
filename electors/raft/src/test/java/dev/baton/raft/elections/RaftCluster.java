// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.raft.simulation.SimulatedGroup;
import dev.baton.raft.simulation.SimulatedMember;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.simulation.NodeCluster;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Nodes with elections on a simulated group: its members, and some that are none. */
final class RaftCluster extends NodeCluster<RaftNode> {
    private final Twist twist;
    private final LeaseTerms terms;
    private final List<String> voters;
    private final SimulatedGroup group;
    private final List<Runnable> watches = new ArrayList<>();

    RaftCluster(SeededRandom chance, Twist twist) {
        super(chance, true);
        this.twist = twist;
        Duration lease = chance.millis(2_000, 6_000);
        this.terms = new LeaseTerms(
                lease,
                lease.multipliedBy(chance.between(20, 30)).dividedBy(100),
                lease.multipliedBy(chance.between(5, 20)).dividedBy(100),
                lease.multipliedBy(chance.between(10, 40)).dividedBy(100));
        this.voters = IntStream.rangeClosed(1, chance.happens(0.8) ? 3 : 5)
                .mapToObj(i -> "n" + i)
                .toList();
        this.group = new SimulatedGroup(scheduler(), network(), chance.split(), voters, twist.flaws(), this::broken);
        voters.forEach(name -> add(new RaftNode(this, name)));
        int clients = chance.between(0, 2);
        for (int i = 1; i <= clients; i++) {
            add(new RaftNode(this, "c" + i));
        }
    }

    @Override
    public Duration lease() {
        return terms.lease();
    }

    LeaseTerms terms() {
        return terms;
    }

    Twist twist() {
        return twist;
    }

    SimulatedGroup group() {
        return group;
    }

    boolean isMember(String name) {
        return voters.contains(name);
    }

    void onChange(Runnable task) {
        watches.add(task);
    }

    @Override
    protected void changed() {
        List.copyOf(watches).forEach(Runnable::run);
    }

    @Override
    protected RaftNode startAgain(RaftNode former) {
        note("start " + former.id());
        return new RaftNode(this, former.id());
    }

    @Override
    protected void elected(RaftNode node) {
        if (!isMember(node.id())) {
            seen(RaftFact.CLIENT_LED);
        }
        if (group.leader().filter(it -> !it.name().equals(node.id())).isPresent()) {
            seen(RaftFact.LED_APART);
        }
    }

    /** All members must have the same state when all agree, up to what they have applied. */
    Optional<String> differentStates() {
        List<SimulatedMember> members = group.members();
        for (SimulatedMember one : members) {
            for (SimulatedMember other : members) {
                if (one.applied() == other.applied() && !Arrays.equals(one.state(), other.state())) {
                    return Optional.of(one.name() + " and " + other.name() + " differ at " + one.applied());
                }
            }
        }
        return Optional.empty();
    }
}
