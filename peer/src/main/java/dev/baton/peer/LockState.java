// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

/** What the kernel says about another process's {@link ProcessLock}. */
enum LockState {
    /** Its process lives. */
    HELD,
    /** The lock is free: its process has ended, or gave it up because it may no longer act. */
    FREE,
    /** The lock cannot be checked from here. */
    UNKNOWN
}
