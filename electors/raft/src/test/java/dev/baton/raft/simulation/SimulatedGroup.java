// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

import dev.baton.raft.group.GroupClient;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A Raft group of any replicated parts, on virtual time and a modelled network: elections at any moment, leaders that go
 * on for a while without knowing that they are none, entries that are lost, late or of unknown outcome, snapshots, and
 * restarts from what is on the disk. The algorithm is Raft's, without its refinements. All members must apply the same.
 */
public final class SimulatedGroup {
    private final Scheduler scheduler;
    private final Network network;
    private final SeededRandom chance;
    private final List<String> voters;
    private final Set<GroupFlaw> flaws;
    private final Consumer<String> broken;
    private final Map<String, Disk> disks = new HashMap<>();
    private final Map<String, SimulatedMember> members = new HashMap<>();
    private final Map<Long, byte[]> results = new HashMap<>();
    private Consumer<GroupFact> seen = fact -> {};

    /**
     * @param voters their names in the network
     * @param flaws what is wrong with it on purpose
     * @param broken told that members differ
     */
    public SimulatedGroup(
            Scheduler scheduler,
            Network network,
            SeededRandom chance,
            List<String> voters,
            Set<GroupFlaw> flaws,
            Consumer<String> broken) {
        this.scheduler = scheduler;
        this.network = network;
        this.chance = chance;
        this.voters = List.copyOf(voters);
        this.flaws = flaws.isEmpty() ? EnumSet.noneOf(GroupFlaw.class) : EnumSet.copyOf(flaws);
        this.broken = broken;
        voters.forEach(name -> disks.put(name, new Disk()));
    }

    /** Starts a member, for the first time or again, from what is on its disk. */
    public SimulatedMember start(String name, SimulatedProcess process, List<ReplicatedPart> parts) {
        SimulatedMember member = new SimulatedMember(this, name, process, parts, chance.split());
        members.put(name, member);
        member.start();
        return member;
    }

    /** The way of any process to the group. */
    public GroupClient client(String name, SimulatedProcess process) {
        return new SimulatedClient(this, name, process, chance.split());
    }

    /** Nothing can be added to this member's log until it is called with false. */
    public void fillDisk(String name, boolean full) {
        disk(name).full = full;
    }

    /** The member that leads in the highest term, perhaps without being ready. */
    public Optional<SimulatedMember> leader() {
        return members.values().stream()
                .filter(member -> member.isUp() && member.isLeader())
                .max((one, other) -> Long.compare(one.term(), other.term()));
    }

    /** The newest start of each member. */
    public List<SimulatedMember> members() {
        return voters.stream().filter(members::containsKey).map(members::get).toList();
    }

    /** Tells what happens from now on. */
    public void whenSeen(Consumer<GroupFact> told) {
        seen = told;
    }

    void seen(GroupFact fact) {
        seen.accept(fact);
    }

    // ---- for its members and clients

    Scheduler scheduler() {
        return scheduler;
    }

    Network network() {
        return network;
    }

    List<String> voters() {
        return voters;
    }

    Disk disk(String name) {
        return disks.computeIfAbsent(name, it -> new Disk());
    }

    boolean has(GroupFlaw flaw) {
        return flaws.contains(flaw);
    }

    boolean isMajority(long count) {
        return count > voters.size() / 2;
    }

    /** Runs something in a member's process, if that is there. */
    void at(String name, Consumer<SimulatedMember> task) {
        SimulatedMember member = members.get(name);
        if (member != null) {
            member.run(() -> task.accept(member));
        }
    }

    /** Every member must come to the same at the same index. */
    void applied(String name, long index, byte[] result) {
        byte[] before = results.putIfAbsent(index, result);
        if (before != null && !Arrays.equals(before, result)) {
            broken.accept("members differ: " + name + " applied entry " + index + " with another result");
        }
    }

    void broken(String why) {
        broken.accept(why);
    }
}
