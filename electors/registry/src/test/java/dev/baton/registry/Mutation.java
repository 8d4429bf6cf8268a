// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

/** A known-bad change that a run must notice. */
enum Mutation {
    NONE,
    /** A voter that restarts has lost its state file. */
    LOST_STATE_FILES,
    /** A promise is told while it is still on its way to the disk. */
    SENDS_BEFORE_IT_PERSISTS,
    /** A process that is paused counts as gone. */
    FALSE_PROOF,
    /** Half of the voters is enough. */
    NO_MAJORITY,
    /** A voter that restarts promises at once. */
    NO_ABSTENTION,
    /** A leadership is counted from when its promises arrive. */
    TERM_FROM_ANSWER,
    /** A voter drops its promise whoever cancels. */
    ANY_CANCEL_DROPS
}
