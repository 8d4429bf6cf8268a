// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

/** Something that has to happen now and then, or a simulation proves nothing. */
public enum CoverageFact {
    /** Another node than before took the lease. */
    LEADER_CHANGED,
    /** A write of a former leader came late and was refused. */
    STALE_WRITE_REFUSED,
    /** A request without an answer turned out to have been done. */
    UNKNOWN_OUTCOME_WAS_APPLIED,
    /** A request without an answer turned out not to have been done. */
    UNKNOWN_OUTCOME_WAS_NOT_APPLIED,
    /** A leader was paused for longer than a lease. */
    LEADER_PAUSED_BEYOND_LEASE,
    /** A leader's process was ended. */
    LEADER_CRASHED,
    /** A leader could not renew in time. */
    DEADLINE_MISSED,
    /** A leader resigned on request. */
    RESIGNED,
    /** A leader handed over on request. */
    TRANSFERRED,
    /** A leader was made ineligible. */
    MADE_INELIGIBLE,
    /** A leader's node was unhealthy. */
    UNHEALTHY,
    /** A duty that could not be kept alive cost the leadership. */
    CRASH_LOOP_COST_LEADERSHIP,
    /** A duty that could not be stopped called the fault handler. */
    STUCK_DUTY_CALLED_FAULT_HANDLER,
    /** A candidate was closed while it led. */
    CLOSED_WHILE_LEADING,
    /** The store ended and started again. */
    STORE_CRASHED,
    /** A leader handed over to a preferred candidate. */
    YIELDED,
    /** The store's clock jumped. */
    STORE_CLOCK_JUMPED,
    /** A live lease was taken because its holder was proven to be gone. */
    TAKEN_BY_PROOF_OF_DEATH,
    /** The proof was about a lease that the row did not show any more, and was refused. */
    PROOF_CAME_TOO_LATE,
    /** A standby that was told of a release by its peer looked at once. */
    NOTICE_MADE_STANDBY_LOOK
}
