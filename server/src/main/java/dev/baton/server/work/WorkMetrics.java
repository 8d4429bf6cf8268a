// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.CoordinatorStatus;
import dev.baton.work.HostedState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/** Measures work on a node, without asking the database. What only the coordinator knows is 0 on the others. */
final class WorkMetrics {
    private static final double NANOS = 1e9;

    private WorkMetrics() {}

    static void watch(NodeWork work, MeterRegistry registry) {
        gauge(registry, "baton.work.owned", "partitions that this node works on", work, WorkMetrics::owned);
        gauge(
                registry,
                "baton.work.coordinating",
                "1 if this node spreads the partitions",
                work,
                it -> it.isCoordinating() ? 1 : 0);
        gauge(
                registry,
                "baton.work.assigned",
                "partitions that a worker has, as the coordinator sees it",
                work,
                it -> it.status().report().assigned());
        gauge(
                registry,
                "baton.work.moving",
                "partitions whose owner was asked to release them",
                work,
                it -> it.status().report().moving());
        gauge(
                registry,
                "baton.work.unassigned",
                "partitions that no worker has",
                work,
                it -> it.status().report().unassigned());
        gauge(
                registry,
                "baton.work.unassigned.oldest.seconds",
                "how long the longest of them has had no worker",
                work,
                it -> seconds(it.oldestUnassigned().orElse(Duration.ZERO)));
        gauge(
                registry,
                "baton.work.lists.failed",
                "task lists whose assignments the coordinator could not store in its last round",
                work,
                it -> it.status().failed().size());
        gauge(
                registry,
                "baton.work.round.seconds",
                "how long the coordinator's last round took, with what it stored",
                work,
                it -> seconds(it.status().took()));
        FunctionCounter.builder("baton.work.rounds", work, it -> it.roundsSeen())
                .description("rounds that this node has calculated as coordinator")
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry, String name, String about, NodeWork work, ToDoubleFunction<NodeWork> value) {
        Gauge.builder(name, work, value).description(about).register(registry);
    }

    private static double owned(NodeWork work) {
        return work.worker().stream()
                .flatMap(it -> it.partitions().stream())
                .filter(it -> it.state() == HostedState.RUNNING)
                .count();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }

    /** The increment of the counter: rounds start again with every epoch. */
    static long rounds(CoordinatorStatus before, CoordinatorStatus now) {
        return before.epoch().equals(now.epoch()) ? now.rounds() - before.rounds() : now.rounds();
    }
}
