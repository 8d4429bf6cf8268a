// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Where each replica of each partition is in a flat array: one slot per replica, groups in the order of their ids.
 *
 * @param first the first slot of each group, and at the end the number of all slots
 */
@SuppressWarnings("ArrayRecordComponent") // shared inside this package and never changed
record Layout(String[] groups, int[] partitions, int[] replicas, int[] first, Map<String, Integer> index) {
    static Layout of(String[] sortedGroups, int[] partitions, int[] replicas) {
        int[] first = new int[sortedGroups.length + 1];
        Map<String, Integer> index = new HashMap<>(2 * sortedGroups.length);
        long next = 0;
        for (int group = 0; group < sortedGroups.length; group++) {
            first[group] = (int) next;
            next += (long) partitions[group] * replicas[group];
            if (next > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        "there are more than " + (Integer.MAX_VALUE - 8) + " replicas in all");
            }
            if (index.put(sortedGroups[group], group) != null) {
                throw new IllegalArgumentException("group " + sortedGroups[group] + " is given twice");
            }
        }
        first[sortedGroups.length] = (int) next;
        return new Layout(sortedGroups, partitions, replicas, first, index);
    }

    int slots() {
        return first[groups.length];
    }

    int slot(int group, int partition) {
        return first[group] + partition * replicas[group];
    }

    /** The first slot of the partition that a slot belongs to. */
    int firstOf(int group, int slot) {
        return slot - (slot - first[group]) % replicas[group];
    }

    int groupOf(int slot) {
        int found = Arrays.binarySearch(first, slot);
        if (found < 0) {
            return -found - 2;
        }
        // Empty groups share the first slot of the group behind them.
        while (first[found + 1] == slot) {
            found++;
        }
        return found;
    }

    int partitionOf(int group, int slot) {
        return (slot - first[group]) / replicas[group];
    }

    /** Whether a partition, by its first slot, has a node. */
    static boolean contains(int[] slots, int first, int replicas, int node) {
        for (int slot = first; slot < first + replicas; slot++) {
            if (slots[slot] == node) {
                return true;
            }
        }
        return false;
    }
}
