// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;

/** The whole state is what was saved to a file before. Counters do not fall, so that nothing is given out again. */
record StateRestored(ControllerState saved) implements DecisionOutcome {
    static final int KIND = 9;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        saved.check();
        List.copyOf(state.nodes.values()).forEach(node -> state.nodes.remove(node.id()));
        List.copyOf(state.groups.values()).forEach(group -> state.groups.remove(group.id()));
        List.copyOf(state.topics.values()).forEach(topic -> {
            state.topics.remove(topic.id());
            state.topicIds.remove(topic.name());
        });
        saved.nodes.values().forEach(node -> state.nodes.put(node.id(), node));
        saved.groups.values().forEach(group -> state.groups.put(group.id(), group));
        saved.topics.values().forEach(topic -> {
            state.topics.put(topic.id(), topic);
            state.topicIds.put(topic.name(), topic.id());
        });
        state.format = Math.max(state.format, saved.format);
        state.lastNodeEpoch = Math.max(state.lastNodeEpoch, saved.lastNodeEpoch);
        state.lastGroup = Math.max(state.lastGroup, saved.lastGroup);
        state.partitions = saved.partitions;
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.ALL, "");
    }

    @Override
    public void write(FieldWriter out) {
        out.nested(1, saved::write);
    }

    static StateRestored read(FieldReader in) {
        ControllerState saved = null;
        while (in.next()) {
            if (in.field() == 1) {
                saved = ControllerState.read(in.nested());
            }
        }
        return new StateRestored(RequiredFields.of(saved, "state"));
    }
}
