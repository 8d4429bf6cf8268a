// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.SimulatedBullyNode.Disk;
import dev.baton.core.Epoch;
import dev.baton.core.LossReason;
import dev.baton.quorum.Quorum;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a whole bully cluster: the real rules, elector and candidates, on virtual time and a modelled network.
 * Nodes join and are removed all the time. First it is disturbed and must be safe at every step; then it is left alone
 * and must agree on its members and on one leader.
 */
final class BullySimulation implements SimulatedBullyNode.Witnessing {
    private static final long SECOND = 1_000_000_000L;

    /** What must happen now and then, or the simulation proves nothing. */
    enum Fact {
        LEADER_CHANGED,
        LEADER_PAUSED,
        LEADER_CRASHED,
        PARTITIONED,
        ONE_WAY_CUT,
        RESIGNED,
        RESTARTED,
        RESTARTED_ALL,
        DISK_FULL,
        DISK_LOST,
        REMOVED,
        JOINED_UNDER_A_LEADER,
        MINORITY_LEADER_STOPPED
    }

    private final long seed;
    private final Twist twist;
    private final Chance chance;
    private final Scheduler scheduler;
    private final Network network;
    private final BullySettings settings;
    private final List<Disk> disks = new ArrayList<>();
    private final List<SimulatedBullyNode> nodes = new ArrayList<>();
    private final Map<Fact, Integer> facts = new EnumMap<>(Fact.class);
    private final List<String> story = new ArrayList<>();
    private final int mostNodes;
    private long lastEpoch;
    private String lastLeader = "";
    private boolean over;
    private String broken = "";

    BullySimulation(long seed, Twist twist) {
        this.seed = seed;
        this.twist = twist;
        this.chance = new Chance(seed);
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        BullySettings every = BullySettings.every(chance.millis(200, 1_000));
        this.settings = twist == Twist.MAJORITY_OF_REACHABLE ? every.withQuorum(Quorum.NONE) : every;
        this.mostNodes = chance.between(2, 6);
        int first = chance.between(1, mostNodes);
        for (int i = 0; i < first; i++) {
            add();
        }
    }

    Map<Fact, Integer> facts() {
        return facts;
    }

    private void seen(Fact fact) {
        facts.merge(fact, 1, Integer::sum);
    }

    private void note(String what) {
        story.add(scheduler.now() / 1_000_000 + " ms " + what);
    }

    @Override
    public void broken(String why) {
        if (broken.isEmpty()) {
            broken = why;
        }
    }

    // ---- nodes

    private void add() {
        Disk disk = new Disk(disks.size() + 1, chance);
        disks.add(disk);
        nodes.add(start(disk));
    }

    private SimulatedBullyNode start(Disk disk) {
        note("start " + disk.id);
        return new SimulatedBullyNode(
                disk, settings, whomToJoin(disk), twist, scheduler, network, chance, this::at, this);
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

    private SimulatedBullyNode at(Address address) {
        return nodes.stream()
                .filter(node -> node.disk.address.equals(address))
                .findFirst()
                .orElseThrow();
    }

    private Optional<SimulatedBullyNode> leader() {
        return nodes.stream()
                .filter(node -> !node.hasEnded() && node.candidate.isLeader())
                .findFirst();
    }

    // ---- the run

    /** @return how long it took to agree after the last fault */
    Duration run() {
        runDisturbed();
        heal();
        long healed = scheduler.now();
        long limit = healed + 30 * SECOND + 40 * settings.terms().lease().toNanos();
        while (disagreement().isPresent()) {
            if (scheduler.now() > limit) {
                throw failure("no agreement: " + disagreement().orElseThrow());
            }
            runUntil(scheduler.now() + SECOND / 10);
        }
        return Duration.ofNanos(scheduler.now() - healed);
    }

    /** The first half alone: faults, and whether it is safe under them. */
    void runDisturbed() {
        disturb();
        runUntil(chance.between(20, 40) * SECOND);
    }

    private void runUntil(long limit) {
        while (scheduler.step(limit)) {
            checkOneActs();
            if (!broken.isEmpty()) {
                throw failure(broken);
            }
        }
    }

    private AssertionError failure(String why) {
        List<String> tail = story.subList(Math.max(0, story.size() - 60), story.size());
        return new AssertionError("seed " + seed + " (" + settings.terms() + "): " + why + "\n"
                + String.join("\n", tail)
                + "\nto see it again: ./mvnw -pl electors/bully -am test -Dtest=BullySimulationTest -Dbaton.seed="
                + seed
                + " -Dsurefire.failIfNoSpecifiedTests=false");
    }

    private void checkOneActs() {
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

    private Optional<String> disagreement() {
        List<SimulatedBullyNode> leading =
                nodes.stream().filter(node -> node.candidate.isLeader()).toList();
        if (leading.size() != 1) {
            return Optional.of(leading.size() + " leaders: "
                    + nodes.stream()
                            .map(node -> node.candidate.status() + " with " + node.elector.view())
                            .toList());
        }
        String version = leading.get(0).elector.view().version();
        for (SimulatedBullyNode node : nodes) {
            ClusterView view = node.elector.view();
            if (view.peers().size() != nodes.size() || !view.version().equals(version)) {
                return Optional.of(node.node + " sees " + view + ", and not all of version " + version);
            }
            if (node.candidate
                    .leader()
                    .filter(leader -> leader.node().equals(leading.get(0).node))
                    .isEmpty()) {
                return Optional.of(node.node + " does not know the leader");
            }
        }
        long running = nodes.stream().filter(node -> node.dutyRuns).count();
        return running == 1 ? Optional.empty() : Optional.of("the duty runs on " + running + " nodes");
    }

    // ---- what nodes tell

    @Override
    public void elected(SimulatedBullyNode by, Epoch epoch) {
        note("elected " + by.node + " epoch " + epoch);
        if (epoch.value() <= lastEpoch) {
            broken("epoch " + epoch + " after " + lastEpoch);
        }
        if (!lastLeader.equals(by.id())) {
            seen(Fact.LEADER_CHANGED);
        }
        lastLeader = by.id();
        lastEpoch = epoch.value();
    }

    @Override
    public void revoked(SimulatedBullyNode by, Epoch epoch, LossReason why) {
        note("revoked " + by.node + " epoch " + epoch + " " + why);
        if (why == LossReason.DEADLINE) {
            seen(Fact.MINORITY_LEADER_STOPPED);
        }
    }

    @Override
    public void dutyStarts(SimulatedBullyNode on) {
        for (SimulatedBullyNode other : nodes) {
            boolean excused = other.hasEnded()
                    || other.process.wasPausedSince(
                            scheduler.now() - settings.terms().lease().toNanos());
            if (other != on && other.dutyRuns && !excused) {
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
        crash(in);
    }

    // ---- faults

    private void disturb() {
        scheduler.after(chance.nanos(0, 3 * SECOND), () -> {
            if (!over) {
                switch (chance.between(0, 11)) {
                    case 0, 1 -> pause();
                    case 2 -> crash(victim());
                    case 3 -> partition();
                    case 4 -> cutOneWay();
                    case 5 -> resign();
                    case 6 -> weather();
                    case 7 -> fillDisk();
                    case 8 -> loseDisk();
                    case 9 -> remove();
                    case 10 -> grow();
                    default -> restartAll();
                }
                disturb();
            }
        });
    }

    private void later(Runnable undo) {
        scheduler.after(chance.nanos(0, 3 * settings.terms().lease().toNanos()), undo);
    }

    private SimulatedBullyNode victim() {
        return leader().filter(it -> chance.happens(0.6)).orElseGet(() -> chance.pick(nodes));
    }

    private void pause() {
        SimulatedBullyNode node = victim();
        if (node.process.isPaused() || node.hasEnded()) {
            return;
        }
        if (node.candidate.isLeader()) {
            seen(Fact.LEADER_PAUSED);
        }
        note("pause " + node.node);
        node.process.pause();
        later(() -> {
            note("resume " + node.node);
            node.process.resume();
        });
    }

    private void crash(SimulatedBullyNode node) {
        if (!node.hasEnded()) {
            if (node.candidate.isLeader()) {
                seen(Fact.LEADER_CRASHED);
            }
            note("crash " + node.node);
            node.process.end();
            later(() -> restart(node));
        }
    }

    private void restart(SimulatedBullyNode former) {
        int position = nodes.indexOf(former);
        if (position >= 0 && former.hasEnded()) {
            seen(Fact.RESTARTED);
            nodes.set(position, start(former.disk));
        }
    }

    private void restartAll() {
        if (chance.happens(0.4)) {
            seen(Fact.RESTARTED_ALL);
            List.copyOf(nodes).forEach(this::crash);
        }
    }

    private void partition() {
        seen(Fact.PARTITIONED);
        List<String> left = new ArrayList<>();
        List<String> right = new ArrayList<>();
        disks.forEach(disk -> (chance.happens(0.5) ? left : right).add(disk.id.value()));
        note("partition " + left + " from " + right);
        left.forEach(one -> right.forEach(other -> {
            network.cut(one, other);
            network.cut(other, one);
        }));
        mendLater();
    }

    private void cutOneWay() {
        seen(Fact.ONE_WAY_CUT);
        String from = victim().id();
        disks.stream()
                .map(disk -> disk.id.value())
                .filter(to -> !to.equals(from) && chance.happens(0.7))
                .forEach(to -> network.cut(from, to));
        note("one way cut of " + from);
        mendLater();
    }

    private void mendLater() {
        later(() -> {
            note("mended");
            network.mendAll();
        });
    }

    private void resign() {
        leader().ifPresent(node -> {
            seen(Fact.RESIGNED);
            note("resign " + node.node);
            node.process.run(() -> node.candidate.resign().exceptionally(notLeading -> null));
        });
    }

    private void weather() {
        network.weather(new Weather(
                Duration.ofNanos(200_000),
                chance.millis(1, 100),
                chance.happens(0.5) ? 0 : 0.2,
                chance.happens(0.5) ? 0 : 0.2));
    }

    private void fillDisk() {
        seen(Fact.DISK_FULL);
        Disk disk = victim().disk;
        disk.full(true);
        later(() -> disk.full(false));
    }

    /** Once in a run, for two who forget at once are more than three nodes can bear. */
    private void loseDisk() {
        SimulatedBullyNode node = victim();
        boolean borne = nodes.size() > 2
                && facts.getOrDefault(Fact.DISK_LOST, 0) == 0
                && nodes.stream()
                                .map(it -> it.elector.view().version())
                                .distinct()
                                .count()
                        == 1
                && node.elector.view().peers().size() == nodes.size()
                && nodes.stream().filter(it -> it.disk.part.votes()).count() > 2;
        if (borne && !node.hasEnded()) {
            seen(Fact.DISK_LOST);
            note("disk lost by " + node.node);
            crash(node);
            node.disk.lose(chance);
        }
    }

    private void remove() {
        SimulatedBullyNode asked = chance.pick(nodes);
        SimulatedBullyNode removed = chance.pick(nodes);
        asked.process.run(() -> asked.elector
                .remove(removed.disk.id, asked.elector.view().version())
                .whenComplete((said, failed) -> removing(removed, said))
                .exceptionally(failed -> null));
    }

    private void removing(SimulatedBullyNode removed, Answer said) {
        if (said.kind() == Answer.Kind.ACCEPTED) {
            seen(Fact.REMOVED);
            note("remove " + removed.node);
            later(() -> crash(removed));
        }
    }

    private void grow() {
        if (nodes.size() < mostNodes) {
            leader().ifPresent(it -> seen(Fact.JOINED_UNDER_A_LEADER));
            add();
        }
    }

    private void heal() {
        over = true;
        network.mendAll();
        network.weather(Weather.FAIR);
        disks.forEach(disk -> disk.full(false));
        note("healed");
        // One that an operator has removed joins again when it is started again.
        for (SimulatedBullyNode node : List.copyOf(nodes)) {
            node.process.resume();
            boolean out = node.elector.view().peers().stream()
                    .noneMatch(peer -> peer.id().equals(node.disk.id));
            if (out && !node.hasEnded()) {
                node.process.end();
            }
            restart(node);
        }
        scheduler.after(
                5 * settings.terms().lease().toNanos(),
                () -> List.copyOf(nodes).stream()
                        .filter(node -> node.elector.view().peers().stream()
                                .noneMatch(peer -> peer.id().equals(node.disk.id)))
                        .forEach(node -> {
                            node.process.end();
                            restart(node);
                        }));
    }
}
