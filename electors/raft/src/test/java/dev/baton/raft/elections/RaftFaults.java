// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.raft.simulation.SimulatedMember;
import dev.baton.testkit.simulation.NodeFaults;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Random faults of nodes with elections on a group, of which the leaders of the group get their share. */
final class RaftFaults extends NodeFaults<RaftNode> {
    private final RaftCluster cluster;

    RaftFaults(RaftCluster cluster) {
        super(cluster, Duration.ofSeconds(3));
        this.cluster = cluster;
    }

    @Override
    protected List<Runnable> kinds() {
        return List.of(
                this::pause,
                this::pauseTheGroupsLeader,
                this::crash,
                this::crashTheGroupsLeader,
                this::partition,
                this::isolateTheGroupsLeader,
                this::isolateTheGroupsLeader,
                this::cutOneWay,
                this::forceElection,
                this::forceElection,
                this::resign,
                this::changeWeather,
                this::fillDisk,
                this::restartAll);
    }

    private void atTheGroupsLeader(Consumer<RaftNode> task) {
        cluster.group()
                .leader()
                .map(SimulatedMember::name)
                .flatMap(name -> cluster.living().stream()
                        .filter(it -> it.id().equals(name))
                        .findFirst())
                .ifPresent(task);
    }

    private void crashTheGroupsLeader() {
        atTheGroupsLeader(this::crash);
    }

    private void pauseTheGroupsLeader() {
        atTheGroupsLeader(node -> {
            cluster.note("pause the group's leader " + node.node());
            node.pause();
            later(node::resume);
        });
    }

    /** From the other members only: some nodes still reach it, and take it for the leader. */
    private void isolateTheGroupsLeader() {
        atTheGroupsLeader(node -> {
            cluster.note("isolate the group's leader " + node.node());
            cluster.nodes().stream()
                    .map(RaftNode::id)
                    .filter(id -> !id.equals(node.id()))
                    .filter(id -> cluster.isMember(id) || cluster.chance().happens(0.5))
                    .forEach(id -> cluster.network().cutBothWays(node.id(), id));
            mendLater();
        });
    }

    private void forceElection() {
        cluster.seen(RaftFact.ELECTION_FORCED);
        SimulatedMember member = cluster.chance().pick(cluster.group().members());
        cluster.note("forced election by " + member.name());
        member.forceElection();
    }
}
