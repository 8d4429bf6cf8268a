// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

/** Whether a node stands in an election that a lower one would ask for, the least first. */
public enum CandidateStatus {
    /** It will not stand now: it has just given the leadership up, or lets vacancies pass. */
    STAYS_OUT,
    /** Its candidate has not asked, and may be about to. */
    UNDECIDED,
    /** Its candidate has asked. */
    STANDS
}
