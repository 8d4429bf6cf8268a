// SPDX-License-Identifier: Apache-2.0
package dev.baton.duty;

import java.util.EnumSet;
import java.util.Set;

/** Where a duty is in its life. The legal moves are data; a test draws the diagram that the docs show. */
public enum DutyState {
    /** Not running: the node does not lead, or the duty was given up. */
    IDLE,
    /** Its start is under way. */
    STARTING,
    /** It serves. */
    RUNNING,
    /** It broke down and is being stopped, before it is started again. */
    CLEANING_UP,
    /** It waits for its next start. */
    BACKING_OFF,
    /** It was told to stop and has not been seen to be stopped. */
    STOPPING,
    /** It cannot be stopped. */
    STUCK;

    public Set<DutyState> next() {
        return switch (this) {
            case IDLE -> EnumSet.of(STARTING);
            case STARTING -> EnumSet.of(RUNNING, CLEANING_UP, STOPPING);
            case RUNNING -> EnumSet.of(CLEANING_UP, STOPPING);
            case CLEANING_UP -> EnumSet.of(BACKING_OFF, IDLE, STOPPING, STUCK);
            case BACKING_OFF -> EnumSet.of(STARTING, IDLE);
            case STOPPING -> EnumSet.of(IDLE, STUCK);
            case STUCK -> EnumSet.of(IDLE);
        };
    }
}
