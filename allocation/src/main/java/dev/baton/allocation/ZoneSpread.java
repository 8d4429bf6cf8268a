// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/** How the replicas of one partition are spread over zones. */
public enum ZoneSpread {
    /** Zones do not matter. */
    NONE,
    /** As evenly as the number of zones allows: with three replicas and two zones, two and one. */
    EVEN,
    /** One replica per zone at most; a replica for which there is no zone left is not placed. */
    DISTINCT;
}
