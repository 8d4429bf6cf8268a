// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

/** Something that has to happen now and then in simulated clusters whose nodes agree among themselves. */
public enum ClusterFact {
    LEADER_CHANGED,
    LEADER_PAUSED,
    LEADER_CRASHED,
    PARTITIONED,
    ONE_WAY_CUT,
    RESIGNED,
    RESTARTED,
    RESTARTED_ALL,
    DISK_FULL,
    /** A leader could not renew its leadership in time. */
    MINORITY_LEADER_STOPPED,
    /** Each way was cut by itself, and stayed so, with a majority that was connected. */
    STABLE_ONE_WAY_CUTS
}
