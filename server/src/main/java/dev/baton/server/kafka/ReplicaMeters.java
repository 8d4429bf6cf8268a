// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.NodeId;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerView;
import dev.baton.controller.ReplicaGroup;
import dev.baton.partitions.LocalPartitions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Counts replicas, under the names of Apache Kafka, at each scrape. */
final class ReplicaMeters {
    private ReplicaMeters() {}

    static void register(MeterRegistry registry, NodeId self, ControllerPart controller, LocalPartitions partitions) {
        Gauge.builder(
                        "kafka.server.replicamanager.partitioncount",
                        partitions,
                        it -> it.logs().size())
                .description("replicas of partitions on this node")
                .register(registry);
        gauge(
                registry,
                "kafka.server.replicamanager.leadercount",
                "partitions that this node leads",
                controller,
                view -> led(view, self, false));
        gauge(
                registry,
                "kafka.server.replicamanager.underreplicatedpartitions",
                "partitions that this node leads, and of which a replica is on a node that is not heard from",
                controller,
                view -> led(view, self, true));
        gauge(
                registry,
                "kafka.controller.kafkacontroller.offlinepartitionscount",
                "partitions of the cluster that no node is known to lead",
                controller,
                view -> view.groups().stream()
                        .filter(it -> it.leader().isEmpty())
                        .mapToInt(ReplicaGroup::partitions)
                        .sum());
    }

    private static void gauge(
            MeterRegistry registry,
            String name,
            String about,
            ControllerPart controller,
            ToDoubleFunction<ControllerView> value) {
        Gauge.builder(name, controller, it -> it.read(value::applyAsDouble))
                .description(about)
                .register(registry);
    }

    private static double led(ControllerView view, NodeId self, boolean lacking) {
        Set<NodeId> fenced = view.nodes().stream()
                .filter(ClusterNode::fenced)
                .map(ClusterNode::id)
                .collect(Collectors.toSet());
        return view.groups().stream()
                .filter(it -> it.leader().filter(self::equals).isPresent())
                .filter(it -> !lacking || it.replicas().stream().anyMatch(fenced::contains))
                .mapToInt(ReplicaGroup::partitions)
                .sum();
    }
}
