// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Wants a topic to have another configuration, or more partitions.
 *
 * @param partitions how many in all; 0 for as many as there are
 * @param config settings to change; an empty value takes one away
 */
record AlterTopic(String name, int partitions, Map<String, String> config) implements Request {
    static final int KIND = 6;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void check() {
        TopicName checked = TopicRules.name(name);
        if (partitions != 0) {
            TopicRules.checkPartitions(checked, partitions);
        }
        TopicRules.checkConfig(checked, config);
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        Topic topic = state.topic(TopicName.of(name));
        int added = partitions == 0 ? 0 : partitions - topic.partitions();
        if (added < 0) {
            throw new RequestRejectedException(
                    Code.INVALID,
                    "topic " + name + " has " + topic.partitions() + " partitions, and cannot have fewer: "
                            + partitions);
        }
        TopicRules.checkRoom(state, added);
        Map<String, String> next = new TreeMap<>(topic.config());
        config.forEach((key, value) -> {
            if (value.isEmpty()) {
                next.remove(key);
            } else {
                next.put(key, value);
            }
        });
        TopicRules.checkConfig(topic.name(), next);
        ReplicaPlacement.Placed placed = added == 0
                ? new ReplicaPlacement.Placed(List.of(), new long[0])
                : new ReplicaPlacement(state, choices.groupsPerNode()).place(added, topic.replicationFactor());
        return new TopicAltered(topic.with(next, placed.groups()), placed.added());
    }

    @Override
    public void write(FieldWriter out) {
        new CreateTopic(name, partitions, 0, config).write(out);
    }

    static AlterTopic read(FieldReader in) {
        CreateTopic read = CreateTopic.read(in);
        return new AlterTopic(read.name(), read.partitions(), read.config());
    }
}
