// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.NodeId;
import dev.baton.controller.ControllerView;
import dev.baton.controller.GroupId;
import dev.baton.controller.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
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
            Map<GroupId, Places> places = new HashMap<>();
            for (int partition = 0; partition < topic.partitions(); partition++) {
                KafkaClusterView.Led led = cluster.leader(view, topic, partition);
                ControllerView.PartitionPlace place = view.place(topic, partition);
                Places of = places.computeIfAbsent(place.group(), it -> Places.of(place.replicas(), fenced));
                states.add(new PartitionState(partition, led.broker(), led.epoch(), of.replicas, of.alive, of.offline));
            }
            return states;
        });
    }

    /** Where the partitions of a group are: thousands of them may share one. */
    private record Places(List<Integer> replicas, List<Integer> alive, List<Integer> offline) {
        static Places of(List<NodeId> replicas, Set<NodeId> fenced) {
            return new Places(
                    numbers(replicas, it -> true),
                    numbers(replicas, it -> !fenced.contains(it)),
                    numbers(replicas, fenced::contains));
        }

        private static List<Integer> numbers(List<NodeId> replicas, Predicate<NodeId> which) {
            return replicas.stream().filter(which).map(BrokerIds::of).toList();
        }
    }
}
