// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/** Why a partition changes its node. */
public enum MoveReason {
    NOT_PLACED_BEFORE("it had no node"),
    NODE_GONE("its node is gone"),
    NODE_DRAINING("its node is draining"),
    PINNED("it is pinned to another node"),
    BANNED("it is banned from its node"),
    ZONE_SPREAD("too many of its replicas were in one zone"),
    GROUP_BALANCE("its node had more of its group than the other"),
    CLUSTER_BALANCE("its node had its share of the group, but another needed more over all groups"),
    LEADER_BALANCE("its leader moves to another of its replicas, to spread leaders"),
    REMOVED("the partition, the replica or its group is no longer wanted");

    private final String sentence;

    MoveReason(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
