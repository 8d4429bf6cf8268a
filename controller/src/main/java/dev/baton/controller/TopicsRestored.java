// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.CompressedBytes;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The topics are those of a saved state. Nodes stay as they are, and so do topics that are in both, with their groups.
 *
 * @param lastGroup the saved counter: numbers of groups that were given out before are never given out again
 * @param lastNodeEpoch likewise
 * @param newGroups for the partitions that are added
 * @param deleted topics that are not in the saved state
 * @param altered topics as they are from now on: with the saved settings, and as many partitions at least
 * @param created topics that were not there, with new ids: none of their former data is left
 */
record TopicsRestored(
        long lastGroup,
        long lastNodeEpoch,
        List<ReplicaGroup> newGroups,
        List<TopicId> deleted,
        List<Topic> altered,
        List<Topic> created)
        implements DecisionOutcome {
    static final int KIND = 14;
    /** Far more than a saved state may have. */
    private static final int MAX_EXPANDED = 1 << 26;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        deleted.forEach(id -> new TopicDeleted(id, state.topic(id).name()).applyTo(state));
        state.lastGroup = Math.max(state.lastGroup, lastGroup);
        state.lastNodeEpoch = Math.max(state.lastNodeEpoch, lastNodeEpoch);
        state.addGroups(newGroups);
        altered.forEach(topic -> new TopicAltered(topic, List.of()).applyTo(state));
        created.forEach(topic -> new TopicCreated(topic, List.of()).applyTo(state));
        state.requireFilled(newGroups);
    }

    @Override
    public byte[] answer() {
        return FieldWriter.message(new RestoredTopics(created.size(), altered.size(), deleted.size())::write);
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.ALL, "");
    }

    @Override
    public void write(FieldWriter out) {
        out.bytes(1, CompressedBytes.of(FieldWriter.message(this::writePlain)));
    }

    private void writePlain(FieldWriter out) {
        out.number(1, lastGroup).number(2, lastNodeEpoch);
        newGroups.forEach(group -> out.nested(3, group::write));
        deleted.forEach(id -> id.write(4, out));
        altered.forEach(topic -> out.nested(5, topic::write));
        created.forEach(topic -> out.nested(6, topic::write));
    }

    static TopicsRestored read(FieldReader in) {
        byte[] compressed = {};
        while (in.next()) {
            if (in.field() == 1) {
                compressed = in.bytes();
            }
        }
        return readPlain(new FieldReader(CompressedBytes.expand(compressed, MAX_EXPANDED)));
    }

    private static TopicsRestored readPlain(FieldReader in) {
        long lastGroup = 0;
        long lastNodeEpoch = 0;
        List<ReplicaGroup> newGroups = new ArrayList<>();
        List<TopicId> deleted = new ArrayList<>();
        List<Topic> altered = new ArrayList<>();
        List<Topic> created = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> lastGroup = in.number();
                case 2 -> lastNodeEpoch = in.number();
                case 3 -> newGroups.add(ReplicaGroup.read(in.nested()));
                case 4 -> deleted.add(TopicId.read(in.nested()));
                case 5 -> altered.add(Topic.read(in.nested()));
                case 6 -> created.add(Topic.read(in.nested()));
                default -> {}
            }
        }
        return new TopicsRestored(
                lastGroup,
                lastNodeEpoch,
                List.copyOf(newGroups),
                List.copyOf(deleted),
                List.copyOf(altered),
                List.copyOf(created));
    }
}
