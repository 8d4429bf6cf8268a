// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** Where a partition is on its way from one owner to the next. */
public enum AssignmentState {
    /** No session has it. */
    FREE,
    /** Its owner's session may act on it. */
    ASSIGNED,
    /** Its owner has been asked to release it, and may act on it until it says that it has. */
    RELEASING,
    /** No longer wanted, and released. The row is deleted soon. */
    RETIRED,
    /** What is stored cannot be understood, as after an edit by hand. It is not given to anyone until that is repaired. */
    DAMAGED;

    /** Whether a session may act on a partition in this state. */
    public boolean isOwned() {
        return this == ASSIGNED || this == RELEASING;
    }
}
