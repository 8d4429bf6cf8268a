// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** The state of a loan, for the caller. */
public enum LoanState {
    /** Another node leads. */
    ELSEWHERE,
    /** No node is known to lead. */
    VACANT,
    /** This node leads, and waits until everything that an earlier leader lent must be over. */
    SOON,
    /** This node leads, and lends. */
    FREE,
    /** It is lent to the one who asks. */
    YOURS,
    /** It is lent to the caller, who must give it back: only the remaining time is left. */
    RECALLED,
    /** It is lent to another run, or was lent before: one leadership is lent once. */
    TAKEN
}
