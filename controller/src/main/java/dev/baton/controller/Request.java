// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Something that a client wants changed. The leader decides what comes of it. */
sealed interface Request
        permits RegisterNode, DrainNode, RemoveNode, CreateTopic, DeleteTopic, AlterTopic, MovePartition, RestoreState {
    /** Never changed: requests carry it. */
    int kind();

    void write(FieldWriter out);

    /**
     * Checks what depends on no state.
     *
     * @throws RequestRejectedException if it can never be done
     */
    default void check() {}

    /**
     * What comes of it, in this state.
     *
     * @throws RequestRejectedException if it cannot be done
     */
    DecisionOutcome decide(ControllerState state, Choices choices);

    /**
     * What a leader decides with, beside the state.
     *
     * @param ids of topics
     * @param groupsPerNode so many groups of each replication factor a node has, about
     * @param format that the leader knows
     * @param members the nodes that are members of the Raft group, registered or not
     */
    record Choices(Supplier<UUID> ids, int groupsPerNode, int format, Supplier<Set<NodeId>> members) {}

    static Request read(int kind, FieldReader in) {
        return switch (kind) {
            case RegisterNode.KIND -> RegisterNode.read(in);
            case DrainNode.KIND -> DrainNode.read(in);
            case RemoveNode.KIND -> RemoveNode.read(in);
            case CreateTopic.KIND -> CreateTopic.read(in);
            case DeleteTopic.KIND -> DeleteTopic.read(in);
            case AlterTopic.KIND -> AlterTopic.read(in);
            case MovePartition.KIND -> MovePartition.read(in);
            case RestoreState.KIND -> RestoreState.read(in);
            default -> throw new MalformedException("a request is of the kind " + kind);
        };
    }
}
