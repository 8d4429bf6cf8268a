// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.CandidateSettings;
import dev.baton.testkit.simulation.Chance;
import dev.baton.testkit.simulation.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Faults that stay as they are, under which some node that may lead and a majority of voters hear each other: a leader
 * must come of it within {@link #limit}, stay, and cost few epochs.
 */
final class StableFaults {
    /** Attempts that may fail because two nodes ask at once. */
    private static final int ROUNDS = 3;

    private static final int MAX_EPOCHS = 10;
    private static final int TRIES = 50;

    private final SimulatedCluster cluster;
    private final Chance chance;
    private final LongConsumer pass;
    private long epochBefore;

    /** @param pass lets so many nanoseconds pass */
    StableFaults(SimulatedCluster cluster, LongConsumer pass) {
        this.cluster = cluster;
        this.pass = pass;
        this.chance = cluster.chance;
    }

    /**
     * How long a connected majority may be without a leader, as docs/bully.md has it: twice the lease, since voters may hear
     * a leader for almost one lease longer than it hears them; the takeover delay; what a candidate leaves to higher ones;
     * and a few rounds of questions.
     */
    Duration limit() {
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

    /** @return whether there are faults that leave a majority connected, and what they are */
    Optional<BullySimulation.Fact> begin() {
        epochBefore = highestEpoch();
        if (chance.happens(0.5)) {
            // As on a busy machine: answers take up to two thirds of the time that they are waited for.
            int slowest = (int) cluster.settings.requestTimeout().toMillis() / 3;
            cluster.network.weather(new Weather(Duration.ofNanos(200_000), chance.millis(1, slowest), 0, 0));
        }
        if (chance.happens(0.3)) {
            return freeze() ? Optional.of(BullySimulation.Fact.STABLE_FREEZE) : Optional.empty();
        }
        for (int i = 0; i < TRIES; i++) {
            List<String> cuts = cutSomeWays();
            if (isMajorityConnected(cuts)) {
                cluster.note("one-way cuts: " + cuts);
                return Optional.of(BullySimulation.Fact.STABLE_ONE_WAY_CUTS);
            }
            cluster.network.mendAll();
        }
        return Optional.empty();
    }

    /** Each way is cut by itself, so that some nodes hear others that do not hear them. */
    private List<String> cutSomeWays() {
        List<String> cuts = new ArrayList<>();
        for (SimulatedBullyNode from : cluster.nodes) {
            for (SimulatedBullyNode to : cluster.nodes) {
                if (from != to && chance.happens(0.3)) {
                    cluster.network.cut(from.id(), to.id());
                    cuts.add(way(from.id(), to.id()));
                }
            }
        }
        return cuts;
    }

    private static String way(String from, String to) {
        return from + " to " + to;
    }

    /** The leader stands still, if the others can do without it. */
    private boolean freeze() {
        SimulatedBullyNode leader = cluster.leader().orElseThrow();
        leader.process.pause();
        cluster.note("frozen: " + leader.node);
        return isMajorityConnected(List.of());
    }

    /** Whether some node that may lead and a majority of voters hear each other. */
    private boolean isMajorityConnected(List<String> cuts) {
        Membership known = cluster.leader()
                .or(() -> running().stream().findFirst())
                .flatMap(node -> node.disk.store.load())
                .orElseThrow();
        Set<String> running = running().stream().map(SimulatedBullyNode::id).collect(Collectors.toSet());
        return known.members().stream()
                .filter(node ->
                        node.part().stands() && running.contains(node.id().value()))
                .anyMatch(node -> known.voters().stream()
                                .map(voter -> voter.id().value())
                                .filter(voter -> running.contains(voter) || voter.equals(SqlWitness.ID.value()))
                                .filter(voter -> !cuts.contains(way(node.id().value(), voter)))
                                .filter(voter ->
                                        !cuts.contains(way(voter, node.id().value())))
                                .count()
                        > known.voters().size() / 2);
    }

    private List<SimulatedBullyNode> running() {
        return cluster.nodes.stream()
                .filter(node -> !node.hasEnded() && !node.process.isPaused())
                .toList();
    }

    /** @return what is wrong when the limit has passed, or some time after that */
    Optional<String> violation() {
        pass.accept(limit().toNanos());
        String leader = leader();
        if (leader.isEmpty()) {
            return Optional.of("nobody leads although a majority has been connected for " + limit().toMillis() + " ms: "
                    + cluster.disagreement().orElse(""));
        }
        pass.accept(2 * cluster.settings.terms().lease().toNanos());
        if (!leader().equals(leader)) {
            return Optional.of("the leader is " + leader() + " and was " + leader);
        }
        long used = highestEpoch() - epochBefore;
        return used > MAX_EPOCHS ? Optional.of(used + " epochs were used up") : Optional.empty();
    }

    private String leader() {
        return running().stream()
                .filter(node -> node.candidate().isLeader())
                .map(node -> node.node.toString())
                .findFirst()
                .orElse("");
    }

    private long highestEpoch() {
        return cluster.disks.stream()
                .mapToLong(disk -> disk.ledger.highest().value())
                .max()
                .orElse(0);
    }

    void end() {
        cluster.network.mendAll();
        cluster.network.weather(Weather.FAIR);
        cluster.nodes.forEach(node -> node.process.resume());
    }
}
