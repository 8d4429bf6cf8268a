// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

/** What a member does in elections. */
public enum MemberRole {
    /** It votes and may lead. */
    FULL,
    /** It votes and never leads: the third of two nodes. */
    WITNESS,
    /** It may lead, but its vote does not count: for nodes that come and go all day. */
    CANDIDATE;

    /** Whether its vote counts. */
    public boolean votes() {
        return this != CANDIDATE;
    }

    /** Whether it may lead. */
    public boolean stands() {
        return this != WITNESS;
    }
}
