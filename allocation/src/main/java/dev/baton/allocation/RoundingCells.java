// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Which shares can be rounded up, by group (row) and node (column), where that keeps a partition in place, and how
 * many roundings up each group has to give.
 */
final class RoundingCells {
    final int rows;
    final int columns;
    final int rowWords;
    /** A bit for each cell, row by row. */
    final long[] open;

    final long[] keeps;
    final int[] gives;

    RoundingCells(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        rowWords = (columns + 63) >>> 6;
        open = new long[Math.multiplyExact(rows, rowWords)];
        keeps = new long[open.length];
        gives = new int[rows];
    }

    void openAll(int row) {
        int from = row * rowWords;
        Arrays.fill(open, from, from + rowWords, -1L);
        if ((columns & 63) != 0) {
            open[from + rowWords - 1] = (1L << columns) - 1;
        }
    }

    void open(int row, int column) {
        open[row * rowWords + (column >> 6)] |= 1L << column;
    }

    /** Rounding this open one up keeps a partition in place. */
    void keep(int row, int column) {
        keeps[row * rowWords + (column >> 6)] |= 1L << column;
    }

    boolean isOpen(int row, int column) {
        return (open[row * rowWords + (column >> 6)] >>> column & 1) != 0;
    }

    long sum() {
        long sum = 0;
        for (int give : gives) {
            sum += give;
        }
        return sum;
    }
}
