// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.CandidateSettings;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.testkit.simulation.ClusterNode;
import dev.baton.testkit.simulation.LastingFaults;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.NetworkConditions;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** Faults that stay, of a bully cluster: the majority is one of its membership. */
final class BullyStableFaults extends LastingFaults<SimulatedBullyNode> {
    private final SimulatedCluster cluster;

    BullyStableFaults(SimulatedCluster cluster) {
        super(cluster);
        this.cluster = cluster;
    }

    /**
     * How long a connected majority may be without a leader, as docs/bully.md has it: twice the lease, since voters may hear
     * a leader for almost one lease longer than it hears them; the takeover delay; what a candidate leaves to higher ones;
     * and a few rounds of questions.
     */
    @Override
    protected Duration limit() {
        BullySettings settings = cluster.settings;
        Duration round = settings.requestTimeout().plus(settings.heartbeat().dividedBy(2));
        return settings.terms()
                .lease()
                .multipliedBy(2)
                .plus(CandidateSettings.defaults().takeoverDelay())
                .plus(settings.electionTimeout())
                .plus(settings.requestTimeout())
                .plus(round.multipliedBy(ROUNDS));
    }

    @Override
    protected boolean begin() {
        SeededRandom chance = cluster.chance();
        if (chance.happens(0.5)) {
            // As on a busy machine: answers take up to two thirds of the time that they are waited for.
            int slowest = (int) cluster.settings.requestTimeout().toMillis() / 3;
            cluster.network()
                    .weather(new NetworkConditions(Duration.ofNanos(200_000), chance.millis(1, slowest), 0, 0));
        }
        return chance.happens(0.3) ? freeze() : cutSomeWays();
    }

    /** The leader stands still, if the others can do without it. */
    private boolean freeze() {
        SimulatedBullyNode leader = cluster.leader().orElseThrow();
        leader.pause();
        cluster.note("frozen: " + leader.node());
        if (isMajorityConnected()) {
            cluster.seen(BullyFact.STABLE_FREEZE);
            return true;
        }
        return false;
    }

    @Override
    protected boolean isMajorityConnected() {
        Membership known = cluster.leader()
                .or(() -> cluster.nodes().stream().filter(ClusterNode::isUp).findFirst())
                .flatMap(node -> node.disk.store.load())
                .orElseThrow();
        Network network = cluster.network();
        Set<String> running = cluster.nodes().stream()
                .filter(ClusterNode::isUp)
                .map(ClusterNode::id)
                .collect(Collectors.toSet());
        return known.members().stream()
                .filter(node ->
                        node.part().stands() && running.contains(node.id().value()))
                .anyMatch(node -> known.voters().stream()
                                .map(voter -> voter.id().value())
                                .filter(voter -> running.contains(voter) || voter.equals(WitnessMember.ID.value()))
                                .filter(voter ->
                                        !network.isCutEitherWay(node.id().value(), voter))
                                .count()
                        > known.voters().size() / 2);
    }

    @Override
    protected long highestEpoch() {
        return cluster.disks.stream()
                .mapToLong(disk -> disk.ledger.highest().value())
                .max()
                .orElse(0);
    }
}
