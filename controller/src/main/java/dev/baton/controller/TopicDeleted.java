// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/** A topic is gone, with the places of its partitions, and with the groups that have no other. */
record TopicDeleted(TopicId id, TopicName name) implements DecisionOutcome {
    static final int KIND = 6;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        Topic topic = state.topic(id);
        ControllerState.require(topic.name().equals(name), "topic " + id + " is not named " + name);
        state.empty(topic.groups());
        state.topics.remove(id);
        state.topicIds.remove(name);
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.TOPIC_DELETED, name.value());
    }

    @Override
    public void write(FieldWriter out) {
        id.write(1, out);
        out.text(2, name.value());
    }

    static TopicDeleted read(FieldReader in) {
        TopicId id = null;
        String name = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> id = TopicId.read(in.nested());
                case 2 -> name = in.text();
                default -> {}
            }
        }
        return new TopicDeleted(RequiredFields.of(id, "topic id"), TopicName.of(name));
    }
}
