// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/** A topic with the places of all its partitions. */
record TopicCreated(Topic topic, List<ReplicaGroup> newGroups) implements DecisionOutcome {
    static final int KIND = 5;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        if (state.topicIds.get(topic.name()) != null) {
            throw new RequestRejectedException(Code.TOPIC_EXISTS, "topic " + topic.name() + " already exists");
        }
        ControllerState.require(state.topics.get(topic.id()) == null, "there is a topic with the id " + topic.id());
        ControllerState.require(
                state.topics.size() < ControllerState.MAX_TOPICS,
                "there are " + ControllerState.MAX_TOPICS + " topics");
        ControllerState.require(topic.partitions() > 0, "topic " + topic.name() + " has no partitions");
        state.addGroups(newGroups);
        state.fill(topic.groups(), topic.replicationFactor());
        state.requireFilled(newGroups);
        state.topics.put(topic.id(), topic);
        state.topicIds.put(topic.name(), topic.id());
    }

    @Override
    public byte[] answer() {
        return FieldWriter.message(out -> topic.id().write(1, out));
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(
                version, StateChange.Kind.TOPIC_CREATED, topic.name().value());
    }

    @Override
    public void write(FieldWriter out) {
        out.nested(1, topic::write);
        newGroups.forEach(group -> out.nested(2, group::write));
    }

    static TopicCreated read(FieldReader in) {
        Topic topic = null;
        List<ReplicaGroup> newGroups = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> topic = Topic.read(in.nested());
                case 2 -> newGroups.add(ReplicaGroup.read(in.nested()));
                default -> {}
            }
        }
        return new TopicCreated(RequiredFields.of(topic, "topic"), List.copyOf(newGroups));
    }
}
