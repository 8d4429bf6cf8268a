// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * Something that the leader has decided, with everything that comes of it: ids, epochs and places are in it, so that
 * every member applies it alike, from the state and this alone.
 */
sealed interface DecisionOutcome
        permits NodeRegistered,
                NodeFenced,
                NodeDrained,
                NodeRemoved,
                NodeReplaced,
                GroupMoved,
                MoveSettled,
                TopicCreated,
                TopicDeleted,
                TopicAltered,
                LeaderReported,
                TopicsRestored,
                RequestRefused {
    /** Never changed: entries carry it. */
    int kind();

    void write(FieldWriter out);

    /**
     * Changes a draft of the state.
     *
     * @throws RequestRejectedException if it does not fit; what it has changed of the draft by then is thrown away
     */
    void applyTo(ControllerState state);

    /** What the one who asked for it is told. */
    default byte[] answer() {
        return new byte[0];
    }

    /** What it is about, for those who watch. */
    StateChange change(long version);

    static DecisionOutcome read(int kind, FieldReader in) {
        return switch (kind) {
            case NodeRegistered.KIND -> NodeRegistered.read(in);
            case NodeFenced.KIND -> NodeFenced.read(in);
            case NodeDrained.KIND -> NodeDrained.read(in);
            case NodeRemoved.KIND -> NodeRemoved.read(in);
            case NodeReplaced.KIND -> NodeReplaced.read(in);
            case GroupMoved.KIND -> GroupMoved.read(in);
            case MoveSettled.KIND -> MoveSettled.read(in);
            case TopicCreated.KIND -> TopicCreated.read(in);
            case TopicDeleted.KIND -> TopicDeleted.read(in);
            case TopicAltered.KIND -> TopicAltered.read(in);
            case LeaderReported.KIND -> LeaderReported.read(in);
            case TopicsRestored.KIND -> TopicsRestored.read(in);
            case RequestRefused.KIND -> RequestRefused.read(in);
            default ->
                throw new IllegalStateException(
                        "an outcome is of the kind " + kind
                                + ", which this version does not know: it must not continue, since it would differ from others");
        };
    }
}
