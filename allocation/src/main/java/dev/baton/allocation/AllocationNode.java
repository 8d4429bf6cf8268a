// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/**
 * A node that partitions can be placed on.
 *
 * <p>A node that is missing from the input is gone: its partitions are placed elsewhere at once.
 *
 * @param capacity how much it takes in relation to other nodes, 1 to {@value #MAX_CAPACITY}
 * @param zone what fails together with it, such as a rack or a data centre; empty if not known
 * @param eligible whether it takes partitions; otherwise it keeps what it has and takes nothing new
 * @param draining whether it is being drained, and gets nothing new
 */
public record AllocationNode(String id, int capacity, String zone, boolean eligible, boolean draining) {
    public static final int MAX_CAPACITY = 1_000_000;

    public AllocationNode {
        Input.checkId("node", id);
        if (zone == null) {
            throw new IllegalArgumentException("node " + id + " has the zone null; use an empty one");
        }
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "node " + id + " has the capacity " + capacity + "; it must be from 1 to " + MAX_CAPACITY);
        }
    }

    /** An eligible node of capacity 1 in no zone. */
    public static AllocationNode of(String id) {
        return new AllocationNode(id, 1, "", true, false);
    }

    public AllocationNode withCapacity(int changed) {
        return new AllocationNode(id, changed, zone, eligible, draining);
    }

    public AllocationNode inZone(String changed) {
        return new AllocationNode(id, capacity, changed, eligible, draining);
    }

    public AllocationNode notEligible() {
        return new AllocationNode(id, capacity, zone, false, draining);
    }

    public AllocationNode drained() {
        return new AllocationNode(id, capacity, zone, eligible, true);
    }

    /** Whether new partitions may be placed on it. */
    public boolean takesPartitions() {
        return eligible && !draining;
    }
}
