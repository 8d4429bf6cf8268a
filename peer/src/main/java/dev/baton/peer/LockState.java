// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

/** What the kernel says of another process's {@link ProcessLock}. */
enum LockState {
    /** Its process lives. */
    HELD,
    /** It is free: its process has ended, or gave it up because it may no longer act. */
    FREE,
    /** It cannot be asked from here. */
    UNKNOWN
}
