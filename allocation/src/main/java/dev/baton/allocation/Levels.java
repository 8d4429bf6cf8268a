// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * The evenest that nodes of equal capacity can be when not every group may be on every node: no node could pass a
 * partition on, through others if need be, to one that has at least two less.
 *
 * <p>Nodes that the fullest can pass partitions on to are one pool with it: none of them has more, nor less by more than
 * one, in any plan that is as even, and their sum is the same in each. What remains is divided in the same way. (These
 * are the decreasingly minimal vectors of Frank and Murota.) So the pools do not depend on which such plan was found.
 */
final class Levels {
    private final RoundingCells cells;
    /** What each column has, at first without and then with its roundings up. */
    private final int[] level;

    private final int[] start;
    private final long[] up;
    private final int columnWords;
    private final long[] upByColumn;

    private final boolean[] done;
    private final int[] rowFrom;
    private final int[] columnFrom;
    private final int[] reached;
    private int reachedCount;

    Levels(RoundingCells cells, int[] start) {
        this.cells = cells;
        this.start = start;
        level = start.clone();
        up = new long[cells.open.length];
        columnWords = (cells.rows + 63) >>> 6;
        upByColumn = new long[Math.multiplyExact(cells.columns, columnWords)];
        done = new boolean[cells.columns];
        rowFrom = new int[cells.rows];
        columnFrom = new int[cells.columns];
        reached = new int[cells.columns];
    }

    ColumnBounds bounds() {
        dealOut();
        int[] least = new int[cells.columns];
        int[] most = new int[cells.columns];
        int[] pool = new int[cells.columns];
        int[] spare = new int[cells.columns];
        int pools = 0;
        for (int left = cells.columns; left > 0; ) {
            int top = top();
            if (passDown(top)) {
                continue;
            }
            for (int i = 0; i < reachedCount; i++) {
                int column = reached[i];
                done[column] = true;
                least[column] = Math.max(0, top - 1 - start[column]);
                most[column] = Math.max(0, top - start[column]);
                pool[column] = pools;
                spare[pools] += level[column] - start[column] - least[column];
            }
            left -= reachedCount;
            pools++;
        }
        return new ColumnBounds(least, most, pool, Arrays.copyOf(spare, pools));
    }

    /** Each group where there is least, those that may be on the fewest nodes first. */
    private void dealOut() {
        long[] order = new long[cells.rows];
        for (int row = 0; row < cells.rows; row++) {
            long openCells = 0;
            for (int word = 0; word < cells.rowWords; word++) {
                openCells += Long.bitCount(cells.open[row * cells.rowWords + word]);
            }
            order[row] = openCells << 32 | row;
        }
        Arrays.sort(order);
        long[] packed = new long[cells.columns];
        for (int column = 0; column < cells.columns; column++) {
            packed[column] = (long) level[column] << 32 | column;
        }
        Arrays.sort(packed);
        int[] byLevel = Arrays.stream(packed).mapToInt(it -> (int) it).toArray();
        int[] raised = new int[cells.columns];
        int[] others = new int[cells.columns];
        for (long each : order) {
            byLevel = dealOut((int) each, byLevel, raised, others);
        }
    }

    /** Raises the lowest columns of a row, and merges them with the others in the order of their levels. */
    private int[] dealOut(int row, int[] byLevel, int[] raised, int[] others) {
        int raisedCount = 0;
        int otherCount = 0;
        for (int column : byLevel) {
            if (raisedCount < cells.gives[row] && cells.isOpen(row, column)) {
                give(row, column);
                raised[raisedCount++] = column;
            } else {
                others[otherCount++] = column;
            }
        }
        int other = 0;
        int at = 0;
        for (int i = 0; i < raisedCount; i++) {
            while (other < otherCount && level[others[other]] < level[raised[i]]) {
                byLevel[at++] = others[other++];
            }
            byLevel[at++] = raised[i];
        }
        System.arraycopy(others, other, byLevel, at, otherCount - other);
        return byLevel;
    }

    private void give(int row, int column) {
        up[row * cells.rowWords + (column >> 6)] |= 1L << column;
        upByColumn[column * columnWords + (row >> 6)] |= 1L << row;
        level[column]++;
    }

    private void takeBack(int row, int column) {
        up[row * cells.rowWords + (column >> 6)] &= ~(1L << column);
        upByColumn[column * columnWords + (row >> 6)] &= ~(1L << row);
        level[column]--;
    }

    private int top() {
        int top = Integer.MIN_VALUE;
        for (int column = 0; column < cells.columns; column++) {
            top = done[column] ? top : Math.max(top, level[column]);
        }
        return top;
    }

    /** Goes from the columns of this level to all that they can pass on to; evens out those that are too far apart. */
    private boolean passDown(int top) {
        Arrays.fill(rowFrom, Problem.NONE);
        Arrays.fill(columnFrom, Problem.NONE);
        reachedCount = 0;
        for (int column = 0; column < cells.columns; column++) {
            if (!done[column] && level[column] == top) {
                columnFrom[column] = cells.rows;
                reached[reachedCount++] = column;
            }
        }
        boolean changed = false;
        for (int at = 0; at < reachedCount; at++) {
            int column = reached[at];
            for (int word = 0; word < columnWords; word++) {
                long bits = upByColumn[column * columnWords + word];
                while (bits != 0) {
                    int row = (word << 6) + Long.numberOfTrailingZeros(bits);
                    bits &= bits - 1;
                    if (rowFrom[row] == Problem.NONE) {
                        rowFrom[row] = column;
                        changed |= reachFrom(row, top);
                    }
                }
            }
        }
        return changed;
    }

    private boolean reachFrom(int row, int top) {
        boolean changed = false;
        for (int word = 0; word < cells.rowWords; word++) {
            int at = row * cells.rowWords + word;
            long bits = cells.open[at] & ~up[at];
            while (bits != 0) {
                int column = (word << 6) + Long.numberOfTrailingZeros(bits);
                bits &= bits - 1;
                if (!done[column] && columnFrom[column] == Problem.NONE) {
                    columnFrom[column] = row;
                    reached[reachedCount++] = column;
                    changed |= level[column] <= top - 2 && passAlong(column, top);
                }
            }
        }
        return changed;
    }

    /** Passes one partition on along the way that led to this column, unless an earlier one has changed that way. */
    private boolean passAlong(int last, int top) {
        int first = last;
        while (columnFrom[first] < cells.rows) {
            int row = columnFrom[first];
            int from = rowFrom[row];
            if (isUp(row, first) || !isUp(row, from)) {
                return false;
            }
            first = from;
        }
        if (level[first] != top) {
            return false;
        }
        for (int column = last; column != first; column = rowFrom[columnFrom[column]]) {
            int row = columnFrom[column];
            give(row, column);
            takeBack(row, rowFrom[row]);
        }
        return true;
    }

    private boolean isUp(int row, int column) {
        return (up[row * cells.rowWords + (column >> 6)] >>> column & 1) != 0;
    }
}
