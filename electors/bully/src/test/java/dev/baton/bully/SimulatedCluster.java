// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.SimulatedBullyNode.Disk;
import dev.baton.quorum.Quorum;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A whole bully cluster on virtual time and a modelled network: the real rules, electors and candidates. Checks after
 * every event what must always hold, and tells in what the nodes do not agree yet.
 */
final class SimulatedCluster implements SimulatedBullyNode.Witnessing {
    static final long SECOND = 1_000_000_000L;

    final Chance chance;
    final Scheduler scheduler;
    final Network network;
    final BullySettings settings;
    /** The third voter of two, if there is one. */
    final Optional<ModelledDatabase> database;

    final List<Disk> disks = new ArrayList<>();
    final List<SimulatedBullyNode> nodes = new ArrayList<>();
    /** On how many machines the nodes are, one after the other. */
    int machines = 2;

    private final Twist twist;
    /** Whether no two may lead at once, which without a quorum nobody promises. */
    private final boolean oneLeads;

    private final Audience audience;
    private final List<String> story = new ArrayList<>();
    private long lastEpoch;
    private String lastLeader = "";
    private String broken = "";

    /** What a run wants to know. */
    interface Audience {
        void elected(SimulatedBullyNode by, boolean another);

        void revoked(LossReason why);

        /** A process is proven to be gone, to one that watches it. */
        default void provenGone() {}

        /** A process ends by itself, as it does when it calls its fault handler. */
        void faulted(SimulatedBullyNode node);
    }

    SimulatedCluster(Chance chance, BullySettings settings, boolean witnessed, Twist twist, Audience audience) {
        this.chance = chance;
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        this.settings = settings;
        this.twist = twist;
        this.oneLeads = settings.quorum() == Quorum.MAJORITY || twist != Twist.NONE;
        this.audience = audience;
        this.database = witnessed
                ? Optional.of(new ModelledDatabase(
                        network, scheduler::now, chance.split().generator()))
                : Optional.empty();
    }

    void note(String what) {
        story.add(scheduler.now() / 1_000_000 + " ms " + what);
    }

    @Override
    public void broken(String why) {
        if (broken.isEmpty()) {
            broken = why;
        }
    }

    // ---- nodes

    SimulatedBullyNode add(Part part) {
        Disk disk = new Disk(disks.size() + 1, part, chance);
        if (disks.isEmpty() && database.isPresent()) {
            Member first = new Member(disk.id, disk.store.mark(), disk.address, settings.priority(), disk.part);
            disk.store.save(Membership.formed(Mark.random(chance.generator()).toString(), first)
                    .with(SqlWitness.member(Mark.random(chance.generator()))));
        }
        disks.add(disk);
        SimulatedBullyNode added = start(disk);
        nodes.add(added);
        return added;
    }

    /** Starts another process from a copy of a node's disk, beside the node itself. */
    SimulatedBullyNode copy(SimulatedBullyNode original, Mark mark) {
        Disk disk = new Disk(original.disk, mark);
        disks.add(disk);
        SimulatedBullyNode copied = start(disk);
        nodes.add(copied);
        return copied;
    }

    /** A node is taken away for good, and its disk with it. */
    void discard(SimulatedBullyNode node) {
        node.process.end();
        nodes.remove(node);
        disks.remove(node.disk);
    }

    /** Starts a node whose process has ended. */
    void restart(SimulatedBullyNode former) {
        nodes.set(nodes.indexOf(former), start(former.disk));
    }

    private SimulatedBullyNode start(Disk disk) {
        note("start " + disk.id);
        return new SimulatedBullyNode(disk, whomToJoin(disk), twist, this);
    }

    /**
     * The first node forms the cluster, and is told nobody; the others are told all. One that has lost its disk is told
     * as well: by itself it cannot know that there was a cluster, as long as nobody of it is there.
     */
    private List<Address> whomToJoin(Disk disk) {
        return disk == disks.get(0) && !disk.lost
                ? List.of()
                : disks.stream()
                        .filter(other -> other != disk)
                        .map(other -> other.address)
                        .toList();
    }

    SimulatedBullyNode at(Address address) {
        return nodes.stream()
                .filter(node -> node.disk.address.equals(address))
                .findFirst()
                .orElse(nodes.get(0));
    }

    /**
     * Whether the others have a majority and one who may lead, by every membership that anybody still goes by. One that
     * is only about to become a member cannot be spared: its vote may count when it is gone. Nor does one help who is a
     * member and has not heard it yet.
     */
    boolean canSpare(SimulatedBullyNode spared) {
        List<SimulatedBullyNode> others =
                nodes.stream().filter(node -> node != spared).toList();
        return Stream.concat(
                        disks.stream().flatMap(disk -> disk.store.load().stream()),
                        database.flatMap(ModelledDatabase::membership).stream())
                .allMatch(known -> known.has(spared.disk.id, spared.disk.store.mark()) && canElect(others, known));
    }

    private static boolean canElect(List<SimulatedBullyNode> living, Membership known) {
        List<Member> here = known.members().stream()
                .filter(member -> SqlWitness.is(member)
                        || living.stream()
                                .anyMatch(node -> node.disk.id.equals(member.id())
                                        && node.disk.store.load().isPresent()
                                        && node.disk.store.mark().equals(member.mark())))
                .toList();
        long votes = here.stream().filter(member -> member.part().votes()).count();
        return votes >= known.voters().size() / 2 + 1
                && here.stream().anyMatch(member -> member.part().stands());
    }

    private List<SimulatedBullyNode> living() {
        return nodes.stream().filter(node -> !node.hasEnded()).toList();
    }

    Optional<SimulatedBullyNode> leader() {
        return nodes.stream()
                .filter(node -> !node.hasEnded() && node.candidate().isLeader())
                .findFirst();
    }

    // ---- time

    /** @return what was found broken, if anything was */
    Optional<String> runUntil(long limit) {
        while (scheduler.step(limit)) {
            checkOneActs();
            if (!broken.isEmpty()) {
                return Optional.of(broken);
            }
        }
        return Optional.empty();
    }

    /** The end of what happened, for whoever has to find out why. */
    String story() {
        return String.join("\n", story.subList(Math.max(0, story.size() - 60), story.size()));
    }

    private void checkOneActs() {
        if (!oneLeads) {
            return; // Each side may have one.
        }
        SimulatedBullyNode acting = null;
        for (SimulatedBullyNode node : nodes) {
            if (node.mayAct()) {
                if (acting != null) {
                    broken("two act: " + acting.node + " and " + node.node);
                }
                acting = node;
            }
        }
    }

    /** What is in the way of agreement on the members and on one leader, among those who live. */
    Optional<String> disagreement() {
        List<SimulatedBullyNode> leading =
                living().stream().filter(node -> node.candidate().isLeader()).toList();
        if (leading.size() != 1) {
            return Optional.of(leading.size() + " leaders: "
                    + nodes.stream()
                            .map(node -> node.candidate().status() + " with " + node.elector.view())
                            .toList());
        }
        return living().stream()
                .flatMap(node -> differs(node, leading.get(0)).stream())
                .findFirst()
                .or(this::dutyElsewhere);
    }

    private Optional<String> differs(SimulatedBullyNode node, SimulatedBullyNode leader) {
        ClusterView view = node.elector.view();
        String version = leader.elector.view().version();
        Set<NodeId> missing = living().stream().map(it -> it.disk.id).collect(Collectors.toSet());
        view.peers().forEach(peer -> missing.remove(peer.id()));
        if (!missing.isEmpty() || !view.version().equals(version)) {
            return Optional.of(node.node + " sees " + view + ", and not all of version " + version);
        }
        boolean knows = node.candidate()
                .leader()
                .filter(seen -> seen.node().equals(leader.node))
                .isPresent();
        return knows ? Optional.empty() : Optional.of(node.node + " does not know the leader");
    }

    private Optional<String> dutyElsewhere() {
        long running = living().stream().filter(SimulatedBullyNode::dutyRuns).count();
        return running == 1 ? Optional.empty() : Optional.of("the duty runs on " + running + " nodes");
    }

    long lastEpoch() {
        return lastEpoch;
    }

    // ---- proofs

    /** Whether one process sees the lock of another: a copy of a disk is on a machine of its own. */
    boolean areOnOneMachine(String one, String other) {
        return machine(one) >= 0 && machine(one) == machine(other);
    }

    private int machine(String address) {
        String number = address.substring(1, address.indexOf(':'));
        return number.chars().allMatch(Character::isDigit) ? Integer.parseInt(number) % machines : -1;
    }

    void provenGone(SimulatedBullyNode to, Node process) {
        note(process + " is proven gone to " + to.node);
        audience.provenGone();
    }

    // ---- what nodes tell

    @Override
    public void elected(SimulatedBullyNode by, Epoch epoch) {
        note("elected " + by.node + " epoch " + epoch);
        if (epoch.value() <= lastEpoch && oneLeads) {
            broken("epoch " + epoch + " after " + lastEpoch);
        }
        boolean another = !lastLeader.equals(by.id());
        lastLeader = by.id();
        lastEpoch = epoch.value();
        audience.elected(by, another);
    }

    @Override
    public void revoked(SimulatedBullyNode by, Epoch epoch, LossReason why) {
        note("revoked " + by.node + " epoch " + epoch + " " + why);
        audience.revoked(why);
    }

    @Override
    public void dutyStarts(SimulatedBullyNode on) {
        if (!oneLeads) {
            return; // On each side, for as long as they are apart.
        }
        for (SimulatedBullyNode other : nodes) {
            boolean excused = other.hasEnded()
                    || other.process.wasPausedSince(
                            scheduler.now() - settings.terms().lease().toNanos());
            if (other != on && other.dutyRuns() && !excused) {
                broken("the duty of " + on.node + " starts while that of " + other.node + " runs");
            }
        }
    }

    /** The process ends, as it does by default. Only one that stood still has an excuse. */
    @Override
    public void fault(SimulatedBullyNode in, String what) {
        if (!in.process.wasPausedSince(
                scheduler.now() - 2 * settings.terms().lease().toNanos())) {
            broken(in.node + " calls its fault handler: " + what);
        }
        audience.faulted(in);
    }
}
