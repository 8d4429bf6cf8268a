// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most partitions that can stay in place, found by trying every way to round every share: slow and obvious.
 *
 * <p>Only for partitions of equal weight with one replica and no pin or ban.
 */
final class SlowTwin {
    private final long[] capacity;
    private final long capacityOfAll;

    SlowTwin(long[] capacity) {
        this.capacity = capacity;
        long sum = 0;
        for (long each : capacity) {
            sum += each;
        }
        capacityOfAll = sum;
    }

    /**
     * The most that stay.
     *
     * @param sizes how many partitions each group has
     * @param counts how many of each group each node has now
     */
    int mostKept(int[] sizes, int[][] counts) {
        // What nodes have in all so far, and the most that can stay by then.
        Map<List<Integer>, Integer> reached = new HashMap<>();
        reached.put(new ArrayList<>(Collections.nCopies(capacity.length, 0)), 0);
        int total = 0;
        for (int group = 0; group < sizes.length; group++) {
            total += sizes[group];
            Map<List<Integer>, Integer> further = new HashMap<>();
            for (int[] quota : roundings(sizes[group])) {
                int kept = 0;
                for (int node = 0; node < quota.length; node++) {
                    kept += Math.min(quota[node], counts[group][node]);
                }
                for (Map.Entry<List<Integer>, Integer> former : reached.entrySet()) {
                    List<Integer> sums = new ArrayList<>(former.getKey());
                    for (int node = 0; node < quota.length; node++) {
                        sums.set(node, sums.get(node) + quota[node]);
                    }
                    further.merge(sums, former.getValue() + kept, Math::max);
                }
            }
            reached = further;
        }
        int most = -1;
        for (Map.Entry<List<Integer>, Integer> end : reached.entrySet()) {
            boolean even = true;
            for (int node = 0; node < capacity.length; node++) {
                even &= isShare(end.getKey().get(node), total, node);
            }
            most = Math.max(most, even ? end.getValue() : -1);
        }
        return most;
    }

    boolean isShare(int has, int of, int node) {
        return Math.abs(has * capacityOfAll - of * capacity[node]) < capacityOfAll;
    }

    private List<int[]> roundings(int size) {
        List<int[]> found = new ArrayList<>();
        round(size, 0, 0, new int[capacity.length], found);
        return found;
    }

    private void round(int size, int node, int sum, int[] quota, List<int[]> found) {
        if (node == quota.length) {
            if (sum == size) {
                found.add(quota.clone());
            }
            return;
        }
        for (int has = 0; has <= size - sum; has++) {
            if (isShare(has, size, node)) {
                quota[node] = has;
                round(size, node + 1, sum + has, quota, found);
            }
        }
    }
}
