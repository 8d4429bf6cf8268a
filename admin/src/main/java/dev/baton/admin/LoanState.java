// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** How things stand, for the one who asks. */
public enum LoanState {
    /** Another node leads. */
    ELSEWHERE,
    /** Nobody is known to lead. */
    NOBODY,
    /** This node leads, and waits until nothing that an earlier leader lent can be out any more. */
    SOON,
    /** This node leads, and lends. */
    FREE,
    /** It is lent to the one who asks. */
    YOURS,
    /** It is lent to the one who asks, and is to be given back: there is no more time than is left. */
    RECALLED,
    /** It is lent to somebody else, or was lent before: one leadership is lent once. */
    TAKEN
}
