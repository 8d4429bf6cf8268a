// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.testkit.simulation.NodeFaults;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Random faults of a bully cluster, in which nodes join and are removed all the time. */
final class BullyFaults extends NodeFaults<SimulatedBullyNode> {
    private final SimulatedCluster cluster;
    private final SeededRandom chance;
    private final int mostNodes;
    /** One that never comes back. */
    private Optional<SimulatedBullyNode> dead = Optional.empty();

    BullyFaults(SimulatedCluster cluster) {
        super(cluster, Duration.ofSeconds(3));
        this.cluster = cluster;
        this.chance = cluster.chance();
        this.mostNodes = chance.between(2, 6);
        int first = chance.between(1, mostNodes);
        for (int i = 0; i < first; i++) {
            add();
        }
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    private void add() {
        boolean full = cluster.disks.size() < 2 || chance.happens(0.7);
        cluster.add(full ? MemberRole.FULL : chance.pick(List.of(MemberRole.values())));
    }

    @Override
    protected List<Runnable> kinds() {
        return List.of(
                this::pause,
                this::pause,
                this::crash,
                this::partition,
                this::cutOneWay,
                this::resign,
                this::changeWeather,
                this::fillDisk,
                this::loseDisk,
                this::remove,
                this::grow,
                this::cutTheDatabase,
                this::restartAll);
    }

    /** Some nodes lose the database, or only its answers. */
    private void cutTheDatabase() {
        if (cluster.database.isPresent()) {
            cluster.seen(BullyFact.DATABASE_CUT);
            cluster.disks.stream()
                    .map(disk -> disk.id.value())
                    .filter(id -> chance.happens(0.6))
                    .forEach(id -> {
                        if (chance.happens(0.5)) {
                            cluster.network().cutBothWays(id, ModelledDatabase.ID);
                        } else {
                            cluster.network().cut(ModelledDatabase.ID, id);
                        }
                    });
            cluster.note("database cut off");
            mendLater();
        }
    }

    /** Once in a run, for two who forget at once are more than three nodes can bear. */
    private void loseDisk() {
        SimulatedBullyNode node = victim();
        List<SimulatedBullyNode> nodes = cluster.nodes();
        boolean borne = nodes.size() > 2
                && !cluster.facts().contains(BullyFact.DISK_LOST)
                && !cluster.facts().contains(BullyFact.REMOVED)
                && nodes.stream()
                                .map(it -> it.elector.view().version())
                                .distinct()
                                .count()
                        == 1
                && node.elector.view().peers().size() >= nodes.size()
                && nodes.stream().filter(it -> it.disk.part.votes()).count() > 2;
        if (borne && !node.hasEnded()) {
            cluster.seen(BullyFact.DISK_LOST);
            cluster.note("disk lost by " + node.node());
            crash(node);
            node.disk.lose(chance);
        }
    }

    /** Not in a run in which one forgets all: together they may be more than the others can bear. */
    private void remove() {
        SimulatedBullyNode asked = chance.pick(cluster.nodes());
        SimulatedBullyNode removed = chance.pick(cluster.nodes());
        if (cluster.facts().contains(BullyFact.DISK_LOST)) {
            return;
        }
        asked.run(() -> asked.elector
                .node()
                .remove(removed.disk.id, asked.elector.view().version())
                .whenComplete((said, failed) -> removing(removed, said))
                .exceptionally(failed -> null));
    }

    private void removing(SimulatedBullyNode removed, JoinAnswer said) {
        if (said.kind() == JoinAnswer.Kind.ACCEPTED) {
            cluster.seen(BullyFact.REMOVED);
            cluster.note("remove " + removed.node());
            later(() -> crash(removed));
        }
    }

    private void grow() {
        if (cluster.nodes().size() < mostNodes) {
            cluster.leader().ifPresent(it -> cluster.seen(BullyFact.JOINED_UNDER_A_LEADER));
            add();
        }
    }

    @Override
    protected boolean mayReturn(SimulatedBullyNode ended) {
        return !dead.equals(Optional.of(ended));
    }

    @Override
    protected void calledOff() {
        cluster.database.filter(it -> it.changes() > 1).ifPresent(it -> cluster.seen(BullyFact.WITNESS_VOTED));
        dead = deadForGood();
        dead.ifPresent(SimulatedBullyNode::end);
        List.copyOf(cluster.nodes()).forEach(this::startAgainIfOut);
        cluster.scheduler()
                .after(
                        5 * cluster.lease().toNanos(),
                        () -> List.copyOf(cluster.nodes()).forEach(this::startAgainIfOut));
    }

    /** In some runs one never comes back, and the others must do without it. */
    private Optional<SimulatedBullyNode> deadForGood() {
        SimulatedBullyNode node = chance.pick(cluster.nodes());
        boolean spared =
                chance.happens(0.4) && !cluster.facts().contains(BullyFact.DISK_LOST) && cluster.canSpare(node);
        if (spared) {
            cluster.seen(BullyFact.DEAD_FOR_GOOD);
            cluster.note("dead for good: " + node.node());
        }
        return spared ? Optional.of(node) : Optional.empty();
    }

    /** One that an operator has removed joins again when it is started again. */
    private void startAgainIfOut(SimulatedBullyNode node) {
        boolean out =
                node.elector.view().peers().stream().noneMatch(peer -> peer.id().equals(node.disk.id));
        if (out && !node.hasEnded()) {
            node.end();
            restart(node);
        }
    }
}
