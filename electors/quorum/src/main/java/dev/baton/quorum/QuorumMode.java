// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

/** How many voters a leader needs. */
public enum QuorumMode {
    /** A majority of the stated cluster size: never two leaders, and none on the smaller side of a partition. */
    MAJORITY,
    /** A majority of the voters in sight: <strong>each side of a partition may elect a leader of its own</strong>. */
    NONE
}
