// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Wants a topic.
 *
 * @param replicas the replication factor; 0 for the usual one
 */
record CreateTopic(String name, int partitions, int replicas, Map<String, String> config) implements Request {
    static final int KIND = 4;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void check() {
        TopicName checked = TopicRules.name(name);
        TopicRules.checkPartitions(checked, partitions);
        TopicRules.checkReplicas(checked, replicas == 0 ? 1 : replicas);
        TopicRules.checkConfig(checked, config);
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        TopicName checked = TopicName.of(name);
        TopicRules.checkRoom(state, partitions);
        int factor = replicas == 0 ? usualReplicas(state, choices) : replicas;
        if (state.topicIds.get(checked) != null) {
            throw new RequestRejectedException(Code.TOPIC_EXISTS, "topic " + checked + " already exists");
        }
        if (state.topics.size() >= ControllerState.MAX_TOPICS) {
            throw new RequestRejectedException(
                    Code.LIMIT, "there are " + ControllerState.MAX_TOPICS + " topics, which is the most");
        }
        ReplicaPlacement.Placed placed = new ReplicaPlacement(state, choices.groupsPerNode()).place(partitions, factor);
        TopicId id = new TopicId(choices.ids().get());
        return new TopicCreated(new Topic(id, checked, factor, config, placed.groups()), placed.added());
    }

    /** A node that is away, or has yet to register, counts as well: the replicas of a topic never become more. */
    private static int usualReplicas(ControllerState state, Choices choices) {
        Set<NodeId> nodes = new HashSet<>(choices.members().get());
        state.nodes.values().forEach(node -> nodes.add(node.id()));
        return Math.max(1, Math.min(TopicRules.DEFAULT_REPLICAS, nodes.size()));
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, name).number(2, partitions).number(3, replicas);
        new TreeMap<>(config)
                .forEach((key, value) -> out.nested(4, in -> in.text(1, key).text(2, value)));
    }

    static CreateTopic read(FieldReader in) {
        String name = "";
        int partitions = 0;
        int replicas = 0;
        Map<String, String> config = new TreeMap<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> name = in.text();
                case 2 -> partitions = in.integer();
                case 3 -> replicas = in.integer();
                case 4 -> {
                    NamedValue pair = NamedValue.read(in.nested());
                    config.put(pair.key(), pair.value());
                }
                default -> {}
            }
        }
        return new CreateTopic(name, partitions, replicas, config);
    }
}
