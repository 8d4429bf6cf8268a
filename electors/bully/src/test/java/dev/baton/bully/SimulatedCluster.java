// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.SimulatedBullyNode.Disk;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.quorum.QuorumMode;
import dev.baton.testkit.simulation.NodeCluster;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A whole bully cluster on virtual time and a modelled network: the real rules, electors and candidates. */
final class SimulatedCluster extends NodeCluster<SimulatedBullyNode> {
    final BullySettings settings;
    /** The third voter of two, if there is one. */
    final Optional<ModelledDatabase> database;

    final List<Disk> disks = new ArrayList<>();
    /** On how many machines the nodes are, one after the other. */
    int machines = 2;

    /** Whether no disk ever stalls. */
    boolean calmDisks;

    private final Twist twist;

    SimulatedCluster(SeededRandom chance, BullySettings settings, boolean witnessed, Twist twist) {
        super(chance, settings.quorum() == QuorumMode.MAJORITY || twist != Twist.NONE);
        this.settings = settings;
        this.twist = twist;
        this.database = witnessed
                ? Optional.of(new ModelledDatabase(
                        network(), scheduler()::now, chance.split().generator()))
                : Optional.empty();
    }

    @Override
    public Duration lease() {
        return settings.terms().lease();
    }

    // ---- nodes

    SimulatedBullyNode add(MemberRole part) {
        Disk disk = new Disk(disks.size() + 1, part, chance());
        if (disks.isEmpty() && database.isPresent()) {
            BullyMember first =
                    new BullyMember(disk.id, disk.store.mark(), disk.address, settings.priority(), disk.part);
            disk.store.save(
                    Membership.formed(StateId.random(chance().generator()).toString(), first)
                            .with(WitnessMember.of(StateId.random(chance().generator()))));
        }
        disks.add(disk);
        return add(start(disk));
    }

    /** Starts another process from a copy of a node's disk, beside the node itself. */
    SimulatedBullyNode copy(SimulatedBullyNode original, StateId mark) {
        Disk disk = new Disk(original.disk, mark);
        disks.add(disk);
        return add(start(disk));
    }

    /** A node is taken away for good, and its disk with it. */
    void discard(SimulatedBullyNode node) {
        node.end();
        nodes().remove(node);
        disks.remove(node.disk);
    }

    @Override
    protected SimulatedBullyNode startAgain(SimulatedBullyNode former) {
        return start(former.disk);
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
        return nodes().stream()
                .filter(node -> node.disk.address.equals(address))
                .findFirst()
                .orElse(nodes().get(0));
    }

    /**
     * Whether the others have a majority and one who may lead, by every membership that anybody still goes by. One that
     * is only about to become a member cannot be spared: its vote may count when it is gone. Nor does one help who is a
     * member and has not heard it yet.
     */
    boolean canSpare(SimulatedBullyNode spared) {
        List<SimulatedBullyNode> others =
                nodes().stream().filter(node -> node != spared).toList();
        return Stream.concat(
                        disks.stream().flatMap(disk -> disk.store.load().stream()),
                        database.flatMap(ModelledDatabase::membership).stream())
                .allMatch(known -> known.has(spared.disk.id, spared.disk.store.mark()) && canElect(others, known));
    }

    private static boolean canElect(List<SimulatedBullyNode> living, Membership known) {
        List<BullyMember> here = known.members().stream()
                .filter(member -> WitnessMember.is(member)
                        || living.stream()
                                .anyMatch(node -> node.disk.id.equals(member.id())
                                        && node.disk.store.load().isPresent()
                                        && node.disk.store.mark().equals(member.mark())))
                .toList();
        long votes = here.stream().filter(member -> member.part().votes()).count();
        return votes >= known.voters().size() / 2 + 1
                && here.stream().anyMatch(member -> member.part().stands());
    }

    /** All have to know all that live as members of the same membership. */
    @Override
    protected Optional<String> differs(SimulatedBullyNode node, SimulatedBullyNode leader) {
        BullyClusterView view = node.elector.view();
        String version = leader.elector.view().version();
        Set<NodeId> missing = living().stream().map(it -> it.disk.id).collect(Collectors.toSet());
        view.peers().forEach(peer -> missing.remove(peer.id()));
        if (!missing.isEmpty() || !view.version().equals(version)) {
            return Optional.of(node.node() + " sees " + view + ", and not all of version " + version);
        }
        return Optional.empty();
    }

    // ---- proofs

    /** Whether one process sees the lock of another: a copy of a disk is on its own machine. */
    boolean areOnOneMachine(String one, String other) {
        return machine(one) >= 0 && machine(one) == machine(other);
    }

    private int machine(String address) {
        String number = address.substring(1, address.indexOf(':'));
        return number.chars().allMatch(Character::isDigit) ? Integer.parseInt(number) % machines : -1;
    }

    void provenGone(SimulatedBullyNode to, Node process) {
        note(process + " is proven gone to " + to.node());
        seen(BullyFact.PROVEN_GONE);
    }
}
