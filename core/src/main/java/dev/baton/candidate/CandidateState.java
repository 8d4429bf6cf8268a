// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import java.util.EnumSet;
import java.util.Set;

/** Where a candidate is. The legal moves are data; a test draws the diagram that the docs show. */
public enum CandidateState {
    /** Watches, and does not ask for leadership. */
    STANDBY,
    /** Has seen that nobody leads; waits for the takeover delay, then asks for leadership. */
    TAKING_OVER,
    /** Leads: its duties run under its epoch. */
    LEADING,
    /** Has told its duties to stop; gives leadership back when they are seen to be stopped. */
    STEPPING_DOWN,
    /** Has left the election. */
    CLOSED;

    public Set<CandidateState> next() {
        return switch (this) {
            case STANDBY -> EnumSet.of(TAKING_OVER, STEPPING_DOWN, CLOSED);
            case TAKING_OVER -> EnumSet.of(STANDBY, LEADING, STEPPING_DOWN);
            case LEADING -> EnumSet.of(STEPPING_DOWN);
            case STEPPING_DOWN -> EnumSet.of(STANDBY);
            case CLOSED -> EnumSet.noneOf(CandidateState.class);
        };
    }
}
