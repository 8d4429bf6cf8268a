// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** The state of a partition on its way from one owner to the next. */
public enum AssignmentState {
    /** No session has it. */
    FREE,
    /** Its owner's session may act on it. */
    ASSIGNED,
    /** Its owner has been asked to release it, and may act on it until it reports the release. */
    RELEASING,
    /** No longer wanted, and released. The row is deleted soon. */
    RETIRED,
    /**
     * The row is invalid, for example after an edit by hand. No worker gets the partition until the row is repaired.
     */
    DAMAGED;

    /** Whether a session may act on a partition in this state. */
    public boolean isOwned() {
        return this == ASSIGNED || this == RELEASING;
    }
}
