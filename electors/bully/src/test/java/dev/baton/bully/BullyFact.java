// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

/** What must happen now and then in simulated bully clusters, or the simulation proves nothing. */
enum BullyFact {
    PROVEN_GONE,
    DISK_LOST,
    REMOVED,
    JOINED_UNDER_A_LEADER,
    WITNESS_VOTED,
    DATABASE_CUT,
    DEAD_FOR_GOOD,
    STABLE_FREEZE
}
