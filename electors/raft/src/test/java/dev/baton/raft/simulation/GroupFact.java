// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

/** What must happen now and then in a simulated group, or a simulation of it proves nothing. */
public enum GroupFact {
    LEADER_CHANGED,
    /** Two members took themselves for the leader at once. */
    TWO_LEADERS,
    PROPOSAL_OF_UNKNOWN_OUTCOME,
    /** An entry got into the log in a later term than it was decided in, and was left out. */
    LATE_ENTRY_LEFT_OUT,
    CONFIRMATION_FAILED,
    SNAPSHOT_INSTALLED,
    RESTORED_FROM_SNAPSHOT,
    LOG_TRUNCATED
}
