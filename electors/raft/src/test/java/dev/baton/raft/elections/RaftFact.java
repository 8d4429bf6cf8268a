// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

/** What must happen now and then in simulated elections on a group. */
enum RaftFact {
    PROVEN_GONE,
    ELECTION_FORCED,
    /** A node led an election without being a member of the group. */
    CLIENT_LED,
    /** The holder and the leader of the group were different nodes. */
    LED_APART
}
