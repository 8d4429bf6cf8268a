// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.Optional;
import java.util.Set;

/** The replicas of a group are where they belong: no other member is needed for its data. */
record MoveSettled(GroupReplicas replicas) implements DecisionOutcome {
    static final int KIND = 13;

    @Override
    public int kind() {
        return KIND;
    }

    /** Whether it is said by who leads the group, of the replicas that are wanted now. */
    static boolean isNews(GroupReplicas said, NodeId by, ControllerState state) {
        ReplicaGroup known = state.groups.get(said.group());
        return known != null && known.leader().equals(Optional.of(by)) && isDone(said, known);
    }

    private static boolean isDone(GroupReplicas said, ReplicaGroup known) {
        return known.isMoving() && said.nodes().equals(Set.copyOf(known.replicas()));
    }

    @Override
    public void applyTo(ControllerState state) {
        ReplicaGroup known = state.group(replicas.group());
        ControllerState.require(isDone(replicas, known), "group " + known.id() + " has other replicas by now");
        state.groups.put(known.id(), known.settled());
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(
                version, StateChange.Kind.REPLICAS, replicas.group().toString());
    }

    @Override
    public void write(FieldWriter out) {
        replicas.write(out);
    }

    static MoveSettled read(FieldReader in) {
        return new MoveSettled(GroupReplicas.read(in));
    }
}
