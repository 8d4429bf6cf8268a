// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

/** A mistake that an engine could make, and that a simulation must find. */
public enum GroupFlaw {
    /** An entry that was decided in one term is applied also if it got into the log in another. */
    NO_TERM_GUARD,
    /** A new leader answers before it has applied an entry of its own term. */
    LEADS_AT_ONCE,
    /** A confirmation asks no majority. */
    CONFIRMS_BLINDLY
}
