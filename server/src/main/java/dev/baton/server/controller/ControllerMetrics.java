// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.controller.ControllerNode;
import dev.baton.controller.ControllerView;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** What is measured of what the controller has. */
final class ControllerMetrics {
    private ControllerMetrics() {}

    static void register(MeterRegistry registry, ControllerGroup group, ControllerNode node) {
        gauge(
                registry,
                "baton.controller.topics",
                "topics",
                group,
                it -> read(it, view -> view.topics().size()));
        gauge(registry, "baton.controller.partitions", "partitions", group, it -> read(it, ControllerView::partitions));
        gauge(
                registry,
                "baton.controller.groups",
                "groups that replicate partitions",
                group,
                it -> read(it, view -> view.groups().size()));
        gauge(
                registry,
                "baton.controller.leaderless",
                "groups that no node is known to lead",
                group,
                it -> read(
                        it,
                        view -> view.groups().stream()
                                .filter(each -> each.leader().isEmpty())
                                .count()));
        gauge(
                registry,
                "baton.controller.fenced",
                "nodes that are fenced",
                group,
                it -> read(
                        it,
                        view -> view.nodes().stream()
                                .filter(each -> each.fenced())
                                .count()));
        Gauge.builder("baton.controller.registered", node, it -> it.state() == ControllerNode.State.REGISTERED ? 1 : 0)
                .description("1 if this node is registered with the controller, and heard from")
                .register(registry);
    }

    private static double read(ControllerGroup group, ToDoubleFunction<ControllerView> reader) {
        return group.part().read(reader::applyAsDouble);
    }

    private static void gauge(
            MeterRegistry registry,
            String name,
            String about,
            ControllerGroup group,
            ToDoubleFunction<ControllerGroup> value) {
        Gauge.builder(name, group, value).description(about).register(registry);
    }
}
