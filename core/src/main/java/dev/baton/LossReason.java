// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/** Why a leadership ended. */
public enum LossReason {
    /** The holder was asked to resign. */
    RESIGNED,
    /** The holder was asked to hand over to a named node. */
    TRANSFERRED,
    /** The elector knows of a candidate that is preferred, and the minimum hold is over. */
    YIELDED,
    /** The local deadline came near without a renewal. */
    DEADLINE,
    /** The elector decided that this node no longer leads. */
    SUPERSEDED,
    /** A duty could not be kept alive. */
    DUTY_FAILED,
    /** The node reported itself unhealthy. */
    UNHEALTHY,
    /** The node was made ineligible. */
    INELIGIBLE,
    /** The candidate was closed. */
    CLOSED,
    /** A broken invariant: the node no longer trusts itself. */
    FAULT
}
