// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.Optional;

/**
 * A node leads a group since an epoch of that group, or stopped leading it in that epoch. An epoch has one leader, and
 * a report of an older one changes nothing.
 */
record LeaderReported(GroupId group, NodeId node, Epoch epoch, boolean leads) implements DecisionOutcome {
    static final int KIND = 8;

    @Override
    public int kind() {
        return KIND;
    }

    /** Whether the report says something new. */
    boolean isNews(ControllerState state) {
        ReplicaGroup known = state.groups.get(group);
        if (known == null || state.nodes.get(node) == null) {
            return false;
        }
        if (epoch.equals(known.leaderEpoch())) {
            // An epoch has one leader. One that is no longer known to lead was fenced, and is back.
            return known.lastLeader().equals(Optional.of(node)) && known.led() != leads;
        }
        return leads && epoch.isAfter(known.leaderEpoch());
    }

    @Override
    public void applyTo(ControllerState state) {
        ReplicaGroup known = state.group(group);
        state.node(node);
        ControllerState.require(
                isNews(state), "group " + group + " is led by " + known.leader() + " since " + known.leaderEpoch());
        state.groups.put(group, leads ? known.ledBy(node, epoch) : known.withoutLeader());
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.LEADER, group.toString());
    }

    @Override
    public void write(FieldWriter out) {
        out.number(1, group.value())
                .text(2, node.value())
                .number(3, epoch.value())
                .flag(4, leads);
    }

    static LeaderReported read(FieldReader in) {
        long group = 0;
        String node = "";
        long epoch = 0;
        boolean leads = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> group = in.number();
                case 2 -> node = in.text();
                case 3 -> epoch = in.number();
                case 4 -> leads = in.flag();
                default -> {}
            }
        }
        return new LeaderReported(GroupId.of(group), NodeId.of(node), Epoch.of(epoch), leads);
    }
}
