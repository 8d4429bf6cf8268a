// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

/** What must happen now and then, or the simulation proves nothing. */
enum Fact {
    LEADER_CHANGED,
    LEADER_PAUSED,
    STUTTERED,
    LEADER_CRASHED,
    PARTITIONED,
    ONE_WAY_CUT,
    OVERLAPPING_PARTITION,
    RESIGNED,
    RESTARTED,
    MINORITY_LEADER_STOPPED,
    DISK_FULL,
    MIXED_LEASES,
    RESTARTED_ALL,
    FROZEN_WHILE_OTHERS_ARE_APART,
    STABLE_ONE_WAY_CUTS
}
