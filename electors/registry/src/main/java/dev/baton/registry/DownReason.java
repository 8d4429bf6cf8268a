// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

/** Why a registration ended. */
public enum DownReason {
    /** Its owner gave it up. */
    UNREGISTERED,
    /** Its owner's node left the group, crashed, or can no longer be reached. */
    NODE_DOWN,
    /** Two sides met, and the other side's owner was chosen. */
    CONFLICT,
    /** There was no such registration when the monitor was set. */
    NO_SUCH_NAME
}
