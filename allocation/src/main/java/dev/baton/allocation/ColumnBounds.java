// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * How many roundings up each node (column) takes at least and at most. Columns are in pools, and each pool can give
 * out so many on top of what its columns take at least.
 */
final class ColumnBounds {
    final int[] least;
    final int[] most;
    final int[] pool;
    final int[] spare;

    ColumnBounds(int[] least, int[] most, int[] pool, int[] spare) {
        this.least = least;
        this.most = most;
        this.pool = pool;
        this.spare = spare;
    }

    /** All columns in one pool, of so many roundings up. */
    static ColumnBounds ofOnePool(int[] least, int[] most, long sum) {
        long spare = sum - Arrays.stream(least).asLongStream().sum();
        return new ColumnBounds(least, most, new int[least.length], new int[] {Math.toIntExact(spare)});
    }
}
