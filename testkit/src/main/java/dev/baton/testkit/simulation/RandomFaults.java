// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Random faults and requests, one after another, until they are called off. */
final class RandomFaults {
    /** Faults that hit leaders are the ones that matter. */
    private static final double AT_LEADERS = 0.6;

    private final SimulationContext world;
    private final SimulatedCluster cluster;
    private final SeededRandom chance;
    private final long lease;
    private final List<Runnable> kinds;
    private final List<Promised> promised = new ArrayList<>();
    private final Set<Candidate> gaveUp = new HashSet<>();
    private boolean over;

    private record Promised(SimulatedNode by, String what, CompletableFuture<?> done) {}

    RandomFaults(SimulationContext world, SimulatedCluster cluster, SeededRandom chance) {
        this.world = world;
        this.cluster = cluster;
        this.chance = chance;
        this.lease = world.scenario().lease().toNanos();
        this.kinds = List.of(
                this::pause,
                this::pause,
                this::crash,
                this::close,
                this::cutRequests,
                this::cutReplies,
                this::cutOff,
                this::slowDown,
                this::changeWeather,
                this::troubleStore,
                this::crashStore,
                this::resign,
                this::transfer,
                this::changeEligibility,
                this::fallIll,
                this::jump);
    }

    void begin() {
        world.scheduler().after(chance.nanos(0, 2 * world.scenario().meanQuiet().toNanos()), () -> {
            if (!over) {
                chance.pick(kinds).run();
                begin();
            }
        });
    }

    void end() {
        over = true;
        world.network().mendAll();
        world.network().weather(NetworkConditions.FAIR);
        world.store().trouble(0, false);
        cluster.heal();
    }

    /** A request that a process has not answered though it is alive. */
    Optional<String> unanswered() {
        promised.removeIf(
                promise -> promise.done().isDone() || promise.by().process().hasEnded());
        return promised.stream().findFirst().map(promise -> "the " + promise.what() + " is not answered");
    }

    /** Whether this candidate was asked to give a leadership up, which it may have done. */
    boolean hasGivenUp(Candidate candidate) {
        return gaveUp.contains(candidate);
    }

    private void promise(SimulatedNode by, String what, CompletableFuture<?> done) {
        promised.add(new Promised(by, what, done));
    }

    private SimulatedNode victim() {
        List<SimulatedNode> leaders =
                cluster.nodes().stream().filter(SimulatedNode::isAnyLeader).toList();
        return chance.pick(!leaders.isEmpty() && chance.happens(AT_LEADERS) ? leaders : cluster.nodes());
    }

    private Candidate candidate(SimulatedNode node) {
        List<Candidate> leading =
                node.candidates().stream().filter(Candidate::isLeader).toList();
        return chance.pick(leading.isEmpty() ? node.candidates() : leading);
    }

    private void later(long most, Runnable undo) {
        world.scheduler().after(chance.nanos(0, most), undo);
    }

    private void pause() {
        SimulatedNode node = victim();
        if (!node.isUp()) {
            return;
        }
        boolean led = node.isAnyLeader();
        long began = world.scheduler().now();
        node.pause();
        later(chance.happens(0.5) ? lease : 3 * lease, () -> {
            if (led && !node.process().hasEnded() && world.scheduler().now() - began > lease) {
                world.facts().seen(CoverageFact.LEADER_PAUSED_BEYOND_LEASE);
            }
            node.resume();
        });
    }

    private void crash() {
        victim().end();
    }

    private void close() {
        SimulatedNode node = victim();
        if (node.isUp()) {
            CompletableFuture<?>[] closed =
                    node.candidates().stream().map(Candidate::closeAsync).toArray(CompletableFuture<?>[]::new);
            promise(
                    node,
                    "close of " + node.name(),
                    CompletableFuture.allOf(closed).thenRun(() -> node.process().after(0, node::end)));
        }
    }

    private void cutRequests() {
        cut(victim().name(), ModelledStore.NAME);
    }

    private void cutReplies() {
        cut(ModelledStore.NAME, victim().name());
    }

    private void cutOff() {
        SimulatedNode node = victim();
        cut(node.name(), ModelledStore.NAME);
        cut(ModelledStore.NAME, node.name());
        world.peers().suspect(node);
    }

    /** Answers that come so late that their age matters, and then no way to ask again. */
    private void slowDown() {
        String node = victim().name();
        Duration timeout = world.scenario().terms().get(0).requestTimeout();
        world.network().slow(ModelledStore.NAME, node, Duration.ofNanos(chance.nanos(Duration.ZERO, timeout)));
        later(lease, () -> {
            world.network().mend(ModelledStore.NAME, node);
            if (!over) {
                cut(node, ModelledStore.NAME);
            }
        });
    }

    private void cut(String from, String to) {
        world.network().cut(from, to);
        later(2 * lease, () -> world.network().mend(from, to));
    }

    private void changeWeather() {
        long slowest = chance.happens(0.8) ? 50_000_000 : lease / 2;
        world.network()
                .weather(new NetworkConditions(
                        Duration.ofNanos(200_000),
                        Duration.ofNanos(chance.nanos(1_000_000, slowest)),
                        chance.happens(0.5) ? 0 : 0.3 * chance.generator().nextDouble(),
                        chance.happens(0.5) ? 0 : 0.3 * chance.generator().nextDouble()));
    }

    private void troubleStore() {
        world.store().trouble(chance.generator().nextDouble(), chance.happens(0.5));
        later(lease, () -> world.store().trouble(0, false));
    }

    private void crashStore() {
        world.facts().seen(CoverageFact.STORE_CRASHED);
        world.store().crash(world.wiring().storeForgets());
        world.store().trouble(1, false);
        later(lease / 4, () -> world.store().trouble(0, false));
    }

    private void resign() {
        SimulatedNode node = victim();
        Candidate candidate = candidate(node);
        gaveUp.add(candidate);
        promise(node, "resignation from " + candidate.election() + " of " + node.name(), candidate.resign());
    }

    private void transfer() {
        SimulatedNode node = victim();
        Candidate candidate = candidate(node);
        NodeId to = chance.pick(cluster.nodes()).node().id();
        if (!to.equals(node.node().id())) {
            gaveUp.add(candidate);
            promise(
                    node,
                    "transfer of " + candidate.election() + " by " + node.name() + " to " + to,
                    candidate.transferTo(to));
        }
    }

    private void changeEligibility() {
        Candidate candidate = candidate(victim());
        candidate.setEligible(false);
        later(lease, () -> {
            if (!over) {
                candidate.setEligible(true);
            }
        });
    }

    private void fallIll() {
        SimulatedNode node = victim();
        node.healthy(false);
        later(3 * lease, () -> node.healthy(true));
    }

    private void jump() {
        if (world.scenario().clockJumps()) {
            world.facts().seen(CoverageFact.STORE_CLOCK_JUMPED);
            world.store().jump(chance.nanos(-lease, lease));
        }
    }
}
