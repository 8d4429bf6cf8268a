// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/** Wants a topic gone. */
record DeleteTopic(String name) implements Request {
    static final int KIND = 5;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void check() {
        TopicRules.name(name);
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        Topic topic = state.topic(TopicName.of(name));
        return new TopicDeleted(topic.id(), topic.name());
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, name);
    }

    static DeleteTopic read(FieldReader in) {
        return new DeleteTopic(CreateTopic.read(in).name());
    }
}
