// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A simulated cluster of nodes that vote and stand, in which nothing happens but what a test does. A process that ends by itself is a failure. */
final class CalmCluster {
    final SimulatedCluster cluster;
    private final long seed;

    CalmCluster(long seed, BullySettings settings, int nodes) {
        this(seed, settings, nodes, false);
    }

    CalmCluster(long seed, BullySettings settings, int nodes, boolean witnessed) {
        this.seed = seed;
        this.cluster = new SimulatedCluster(new SeededRandom(seed), settings, witnessed, Twist.NONE);
        cluster.calmDisks = true;
        for (int i = 0; i < nodes; i++) {
            cluster.add(MemberRole.FULL);
        }
    }

    /** How many leaderships there were so far. */
    int elections() {
        return cluster.elections();
    }

    /** Virtual time, from when a leadership was asked for until the last one was won. */
    Duration electedSince(long instant) {
        return Duration.ofNanos(cluster.electedAt() - instant);
    }

    long now() {
        return cluster.now();
    }

    void pass(Duration time) {
        runUntil(now() + time.toNanos());
    }

    void awaitAgreement(Duration limit) {
        await(limit, () -> cluster.disagreement().isEmpty());
    }

    void await(Duration limit, BooleanSupplier holds) {
        long end = now() + limit.toNanos();
        while (!holds.getAsBoolean()) {
            if (now() >= end) {
                throw new AssertionError("seed " + seed + ": not within " + limit + ": "
                        + cluster.disagreement().orElse("all agree") + "\n" + cluster.story());
            }
            runUntil(Math.min(end, now() + 1_000_000));
        }
    }

    private void runUntil(long limit) {
        cluster.runUntil(limit).ifPresent(why -> {
            throw new AssertionError("seed " + seed + ": " + why + "\n" + cluster.story());
        });
    }

    SimulatedBullyNode leader() {
        return cluster.leader().orElseThrow();
    }
}
