// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;

/**
 * A topic has another configuration, or more partitions.
 *
 * @param after the topic as it is from now on
 */
record TopicAltered(Topic after, List<ReplicaGroup> newGroups) implements DecisionOutcome {
    static final int KIND = 7;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        Topic before = state.topic(after.id());
        ControllerState.require(
                before.name().equals(after.name())
                        && before.replicationFactor() == after.replicationFactor()
                        && before.partitions() <= after.partitions(),
                "topic " + before + " does not become " + after);
        long[] groups = after.groups();
        long[] added = new long[after.partitions() - before.partitions()];
        System.arraycopy(groups, before.partitions(), added, 0, added.length);
        ControllerState.require(
                before.with(after.config(), added).equals(after), "topic " + before + " is not what was altered");
        state.addGroups(newGroups);
        state.fill(added, after.replicationFactor());
        state.requireFilled(newGroups);
        state.topics.put(after.id(), after);
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(
                version, StateChange.Kind.TOPIC_ALTERED, after.name().value());
    }

    @Override
    public void write(FieldWriter out) {
        out.nested(1, after::write);
        newGroups.forEach(group -> out.nested(2, group::write));
    }

    static TopicAltered read(FieldReader in) {
        // The same fields.
        TopicCreated read = TopicCreated.read(in);
        return new TopicAltered(read.topic(), read.newGroups());
    }
}
