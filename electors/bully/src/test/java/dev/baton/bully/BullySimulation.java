// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.LossReason;
import dev.baton.bully.SimulatedBullyNode.Disk;
import dev.baton.quorum.Quorum;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a bully cluster under random faults. Nodes join and are removed all the time. First it is disturbed and must
 * be safe at every step; then it is left alone and must agree on its members and on one leader; then it is disturbed in
 * ways that stay, and a majority that is connected must have a leader in time.
 */
final class BullySimulation implements SimulatedCluster.Audience {
    private static final long SECOND = SimulatedCluster.SECOND;

    /** What must happen now and then, or the simulation proves nothing. */
    enum Fact {
        LEADER_CHANGED,
        LEADER_PAUSED,
        LEADER_CRASHED,
        PROVEN_GONE,
        PARTITIONED,
        ONE_WAY_CUT,
        RESIGNED,
        RESTARTED,
        RESTARTED_ALL,
        DISK_FULL,
        DISK_LOST,
        REMOVED,
        JOINED_UNDER_A_LEADER,
        MINORITY_LEADER_STOPPED,
        WITNESS_VOTED,
        DATABASE_CUT,
        DEAD_FOR_GOOD,
        STABLE_ONE_WAY_CUTS,
        STABLE_FREEZE
    }

    private final long seed;
    private final Chance chance;
    private final SimulatedCluster cluster;
    private final Map<Fact, Integer> facts = new EnumMap<>(Fact.class);
    private final int mostNodes;
    private boolean over;
    /** One that never comes back. */
    private Optional<SimulatedBullyNode> dead = Optional.empty();

    BullySimulation(long seed, Twist twist) {
        this.seed = seed;
        this.chance = new Chance(seed);
        BullySettings every = BullySettings.every(chance.millis(200, 1_000));
        BullySettings settings = twist == Twist.MAJORITY_OF_REACHABLE ? every.withQuorum(Quorum.NONE) : every;
        this.cluster = new SimulatedCluster(chance, settings, chance.happens(0.3), twist, this);
        this.mostNodes = chance.between(2, 6);
        int first = chance.between(1, mostNodes);
        for (int i = 0; i < first; i++) {
            add();
        }
    }

    private void add() {
        boolean full = cluster.disks.size() < 2 || chance.happens(0.7);
        cluster.add(full ? Part.FULL : chance.pick(List.of(Part.values())));
    }

    Map<Fact, Integer> facts() {
        return facts;
    }

    private void seen(Fact fact) {
        facts.merge(fact, 1, Integer::sum);
    }

    // ---- the run

    /** @return how long it took to agree after the last fault */
    Duration run() {
        runDisturbed();
        heal();
        Duration agreed = agree();
        // What is still to be undone of the faults is undone by then, and who was removed is back.
        runUntil(cluster.scheduler.now() + 6 * lease());
        agree();
        standStill();
        return agreed;
    }

    private Duration agree() {
        long healed = cluster.scheduler.now();
        long limit = healed + 30 * SECOND + 40 * lease();
        while (cluster.disagreement().isPresent()) {
            if (cluster.scheduler.now() > limit) {
                throw failure("no agreement: " + cluster.disagreement().orElseThrow());
            }
            runUntil(cluster.scheduler.now() + SECOND / 10);
        }
        return Duration.ofNanos(cluster.scheduler.now() - healed);
    }

    /** Faults that stay as they are: a majority that is connected has a leader in time, and keeps it. */
    private void standStill() {
        StableFaults stable = new StableFaults(cluster, time -> runUntil(cluster.scheduler.now() + time));
        stable.begin().ifPresent(fault -> {
            seen(fault);
            stable.violation().ifPresent(why -> {
                throw failure(why);
            });
        });
        stable.end();
        agree();
    }

    /** The first half alone: faults, and whether it is safe under them. */
    void runDisturbed() {
        disturb();
        runUntil(chance.between(20, 40) * SECOND);
        cluster.database.filter(it -> it.changes() > 1).ifPresent(it -> seen(Fact.WITNESS_VOTED));
    }

    private void runUntil(long limit) {
        cluster.runUntil(limit).ifPresent(why -> {
            throw failure(why);
        });
    }

    private long lease() {
        return cluster.settings.terms().lease().toNanos();
    }

    private AssertionError failure(String why) {
        return new AssertionError("seed " + seed + " (" + cluster.settings.terms() + "): " + why + "\n"
                + cluster.story()
                + "\nto see it again: ./mvnw -pl electors/bully -am test -Dtest=BullySimulationTest -Dbaton.seed="
                + seed
                + " -Dsurefire.failIfNoSpecifiedTests=false");
    }

    // ---- what happens

    @Override
    public void elected(SimulatedBullyNode by, boolean another) {
        if (another) {
            seen(Fact.LEADER_CHANGED);
        }
    }

    @Override
    public void revoked(LossReason why) {
        if (why == LossReason.DEADLINE) {
            seen(Fact.MINORITY_LEADER_STOPPED);
        }
    }

    @Override
    public void provenGone() {
        seen(Fact.PROVEN_GONE);
    }

    @Override
    public void faulted(SimulatedBullyNode node) {
        crash(node);
    }

    // ---- faults

    private void disturb() {
        cluster.scheduler.after(chance.nanos(0, 3 * SECOND), () -> {
            if (!over) {
                switch (chance.between(0, 12)) {
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
                    case 11 -> cutTheDatabase();
                    default -> restartAll();
                }
                disturb();
            }
        });
    }

    private void later(Runnable undo) {
        cluster.scheduler.after(chance.nanos(0, 3 * lease()), undo);
    }

    private SimulatedBullyNode victim() {
        return cluster.leader().filter(it -> chance.happens(0.6)).orElseGet(() -> chance.pick(cluster.nodes));
    }

    private void pause() {
        SimulatedBullyNode node = victim();
        if (node.process.isPaused() || node.hasEnded()) {
            return;
        }
        if (node.candidate().isLeader()) {
            seen(Fact.LEADER_PAUSED);
        }
        cluster.note("pause " + node.node);
        node.process.pause();
        later(() -> {
            cluster.note("resume " + node.node);
            node.process.resume();
        });
    }

    private void crash(SimulatedBullyNode node) {
        if (!node.hasEnded()) {
            if (node.candidate().isLeader()) {
                seen(Fact.LEADER_CRASHED);
            }
            cluster.note("crash " + node.node);
            node.process.end();
            later(() -> restart(node));
        }
    }

    private void restart(SimulatedBullyNode former) {
        if (cluster.nodes.contains(former) && former.hasEnded() && !dead.equals(Optional.of(former))) {
            seen(Fact.RESTARTED);
            cluster.restart(former);
        }
    }

    private void restartAll() {
        if (chance.happens(0.4)) {
            seen(Fact.RESTARTED_ALL);
            List.copyOf(cluster.nodes).forEach(this::crash);
        }
    }

    private void partition() {
        seen(Fact.PARTITIONED);
        List<String> left = new ArrayList<>();
        List<String> right = new ArrayList<>();
        cluster.disks.forEach(disk -> (chance.happens(0.5) ? left : right).add(disk.id.value()));
        cluster.note("partition " + left + " from " + right);
        left.forEach(one -> right.forEach(other -> cutBothWays(one, other)));
        mendLater();
    }

    private void cutBothWays(String one, String other) {
        cluster.network.cut(one, other);
        cluster.network.cut(other, one);
    }

    private void cutOneWay() {
        seen(Fact.ONE_WAY_CUT);
        String from = victim().id();
        cluster.disks.stream()
                .map(disk -> disk.id.value())
                .filter(to -> !to.equals(from) && chance.happens(0.7))
                .forEach(to -> cluster.network.cut(from, to));
        cluster.note("one way cut of " + from);
        mendLater();
    }

    /** Some nodes lose the database, or only its answers. */
    private void cutTheDatabase() {
        if (cluster.database.isPresent()) {
            seen(Fact.DATABASE_CUT);
            cluster.disks.stream()
                    .map(disk -> disk.id.value())
                    .filter(id -> chance.happens(0.6))
                    .forEach(id -> {
                        if (chance.happens(0.5)) {
                            cutBothWays(id, ModelledDatabase.ID);
                        } else {
                            cluster.network.cut(ModelledDatabase.ID, id);
                        }
                    });
            cluster.note("database cut off");
            mendLater();
        }
    }

    private void mendLater() {
        later(() -> {
            cluster.note("mended");
            cluster.network.mendAll();
        });
    }

    private void resign() {
        cluster.leader().ifPresent(node -> {
            seen(Fact.RESIGNED);
            cluster.note("resign " + node.node);
            node.resign();
        });
    }

    private void weather() {
        cluster.network.weather(new Weather(
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
        List<SimulatedBullyNode> nodes = cluster.nodes;
        boolean borne = nodes.size() > 2
                && facts.getOrDefault(Fact.DISK_LOST, 0) == 0
                && facts.getOrDefault(Fact.REMOVED, 0) == 0
                && nodes.stream()
                                .map(it -> it.elector.view().version())
                                .distinct()
                                .count()
                        == 1
                && node.elector.view().peers().size() >= nodes.size()
                && nodes.stream().filter(it -> it.disk.part.votes()).count() > 2;
        if (borne && !node.hasEnded()) {
            seen(Fact.DISK_LOST);
            cluster.note("disk lost by " + node.node);
            crash(node);
            node.disk.lose(chance);
        }
    }

    /** Not in a run in which one forgets all: together they may be more than the others can bear. */
    private void remove() {
        SimulatedBullyNode asked = chance.pick(cluster.nodes);
        SimulatedBullyNode removed = chance.pick(cluster.nodes);
        if (facts.containsKey(Fact.DISK_LOST)) {
            return;
        }
        asked.process.run(() -> asked.elector
                .remove(removed.disk.id, asked.elector.view().version())
                .whenComplete((said, failed) -> removing(removed, said))
                .exceptionally(failed -> null));
    }

    private void removing(SimulatedBullyNode removed, Answer said) {
        if (said.kind() == Answer.Kind.ACCEPTED) {
            seen(Fact.REMOVED);
            cluster.note("remove " + removed.node);
            later(() -> crash(removed));
        }
    }

    private void grow() {
        if (cluster.nodes.size() < mostNodes) {
            cluster.leader().ifPresent(it -> seen(Fact.JOINED_UNDER_A_LEADER));
            add();
        }
    }

    private void heal() {
        over = true;
        cluster.network.mendAll();
        cluster.network.weather(Weather.FAIR);
        cluster.disks.forEach(disk -> disk.full(false));
        cluster.note("healed");
        dead = deadForGood();
        dead.ifPresent(node -> node.process.end());
        for (SimulatedBullyNode node : List.copyOf(cluster.nodes)) {
            node.process.resume();
            startAgainIfOut(node);
            restart(node);
        }
        cluster.scheduler.after(5 * lease(), () -> List.copyOf(cluster.nodes).forEach(this::startAgainIfOut));
    }

    /** In some runs one never comes back, and the others must do without it. */
    private Optional<SimulatedBullyNode> deadForGood() {
        SimulatedBullyNode node = chance.pick(cluster.nodes);
        boolean spared = chance.happens(0.4) && !facts.containsKey(Fact.DISK_LOST) && cluster.canSpare(node);
        if (spared) {
            seen(Fact.DEAD_FOR_GOOD);
            cluster.note("dead for good: " + node.node);
        }
        return spared ? Optional.of(node) : Optional.empty();
    }

    /** One that an operator has removed joins again when it is started again. */
    private void startAgainIfOut(SimulatedBullyNode node) {
        boolean out =
                node.elector.view().peers().stream().noneMatch(peer -> peer.id().equals(node.disk.id));
        if (out && !node.hasEnded()) {
            node.process.end();
            restart(node);
        }
    }
}
