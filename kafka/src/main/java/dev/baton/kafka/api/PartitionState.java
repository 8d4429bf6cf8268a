// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.NodeId;
import dev.baton.controller.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.protocol.Errors;

/**
 * Where a partition is, in the numbers of brokers.
 *
 * @param alive the replicas on nodes that are heard from
 * @param offline the others
 */
record PartitionState(
        int partition, int leader, int epoch, List<Integer> replicas, List<Integer> alive, List<Integer> offline) {
    Errors error() {
        return leader < 0 ? Errors.LEADER_NOT_AVAILABLE : Errors.NONE;
    }

    /** Of all partitions of a topic; none if it is deleted meanwhile. */
    static List<PartitionState> of(KafkaClusterView cluster, Topic topic) {
        return cluster.read(view -> {
            if (view.topic(topic.id()).isEmpty()) {
                return List.of();
            }
            Set<NodeId> fenced = view.nodes().stream()
                    .filter(node -> node.fenced())
                    .map(node -> node.id())
                    .collect(Collectors.toSet());
            List<PartitionState> states = new ArrayList<>();
            for (int partition = 0; partition < topic.partitions(); partition++) {
                KafkaClusterView.Led led = cluster.leader(view, topic, partition);
                List<NodeId> replicas = view.place(topic, partition).replicas();
                states.add(new PartitionState(
                        partition,
                        led.broker(),
                        led.epoch(),
                        replicas.stream().map(BrokerIds::of).toList(),
                        replicas.stream()
                                .filter(it -> !fenced.contains(it))
                                .map(BrokerIds::of)
                                .toList(),
                        replicas.stream()
                                .filter(fenced::contains)
                                .map(BrokerIds::of)
                                .toList()));
            }
            return states;
        });
    }
}
