// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/** Whether each node has its share, rounded down or up, of every group and of everything. */
final class EvenCheck {
    private final Problem problem;

    EvenCheck(Problem problem) {
        this.problem = problem;
    }

    boolean isEven(int[] target) {
        long[] all = new long[problem.taking];
        long[] ofGroup = new long[problem.taking];
        long placed = 0;
        for (int group = 0; group < problem.groups.length; group++) {
            Arrays.fill(ofGroup, 0);
            long placedOfGroup = 0;
            for (int slot = problem.layout.first()[group]; slot < problem.layout.first()[group + 1]; slot++) {
                int node = target[slot];
                if (node >= 0 && node < problem.taking) {
                    ofGroup[node]++;
                    all[node]++;
                    placedOfGroup++;
                }
            }
            placed += placedOfGroup;
            if (!isShare(ofGroup, placedOfGroup)) {
                return false;
            }
        }
        return isShare(all, placed);
    }

    private boolean isShare(long[] counts, long sum) {
        long capacityOfAll = Arrays.stream(problem.capacity, 0, problem.taking).sum();
        for (int node = 0; node < counts.length; node++) {
            long share = sum * problem.capacity[node];
            long rest = counts[node] * capacityOfAll - share;
            if (rest >= capacityOfAll || rest <= -capacityOfAll) {
                return false;
            }
        }
        return true;
    }
}
