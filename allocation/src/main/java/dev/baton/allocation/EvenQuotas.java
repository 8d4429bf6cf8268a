// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Which shares are rounded up, such that each node stays within its bounds; and of all such roundings one that keeps the
 * most in place.
 *
 * <p>Rounding up is a flow: each group (row) has as many roundings up to give as its partitions leave over, each node
 * (column) takes each at most once, and as many in all as its bounds say. A rounding up that keeps a partition in
 * place (the node has more than its share rounded down) costs nothing, any other costs one. Shortest augmenting paths
 * from rows with something to give to columns with room give a flow of least cost; paths of equal cost are taken in
 * batches, fewest hops first. Where the bounds are a node's shares rounded down and up, such a rounding exists by the
 * theorem of controlled rounding: the shares themselves are a fractional flow, so there is an integral one.
 */
final class EvenQuotas {
    private static final int FAR = Integer.MAX_VALUE / 2;
    /** One unit of cost, above any number of hops. */
    private final int unit;

    private final int rows;
    private final int columns;
    private final int rowWords;
    private final int columnWords;
    private final long[] open;
    private final long[] keeps;
    /** Cells that are rounded up, by row and by column. */
    private final long[] up;

    private final long[] upByColumn;

    private final int[] toGive;
    private final int[] taken;
    private final int[] least;
    private final int[] most;
    private final int[] pool;
    /** How often columns of a pool may still go beyond what they take at least. */
    private final int[] spare;

    private long left;

    private final int[] rowLabel;
    private final int[] columnLabel;
    private final int[] spareLabel;
    private int farthestColumn;
    private int bestLabel;
    private final int[] rowNext;
    private final int[] columnNext;
    private final int[] spareNext;
    private final int[] queue;
    private final boolean[] queued;
    private int queueHead;
    private int queueSize;

    EvenQuotas(RoundingCells cells, ColumnBounds bounds) {
        rows = cells.rows;
        columns = cells.columns;
        unit = Integer.highestOneBit(rows + columns + bounds.spare.length + 1) << 1;
        rowWords = cells.rowWords;
        columnWords = (rows + 63) >>> 6;
        open = cells.open;
        keeps = cells.keeps;
        toGive = cells.gives.clone();
        left = cells.sum();
        least = bounds.least;
        most = bounds.most;
        pool = bounds.pool;
        spare = bounds.spare.clone();
        up = new long[open.length];
        upByColumn = new long[Math.multiplyExact(columns, columnWords)];
        taken = new int[columns];
        rowLabel = new int[rows];
        columnLabel = new int[columns];
        spareLabel = new int[spare.length];
        rowNext = new int[rows];
        columnNext = new int[columns];
        spareNext = new int[spare.length];
        queue = new int[rows + columns + spare.length];
        queued = new boolean[queue.length];
    }

    /** Adds one to each column that is rounded up. */
    void addUps(int row, int[] to) {
        for (int word = 0; word < rowWords; word++) {
            for (long bits = up[row * rowWords + word]; bits != 0; bits &= bits - 1) {
                to[(word << 6) + Long.numberOfTrailingZeros(bits)]++;
            }
        }
    }

    void solve() {
        giveWhatKeeps();
        boolean gaveDirectly = false;
        while (left > 0) {
            label();
            if (bestLabel >= FAR) {
                throw new IllegalStateException("no even allocation found, which is a bug: " + left + " left");
            }
            if (!gaveDirectly && bestLabel > unit) {
                // No path is cheaper than giving to any column with room, so that is a shortest path for as long as it
                // lasts.
                gaveDirectly = true;
                giveToAnyWithRoom();
            } else {
                giveAlongPaths();
            }
        }
    }

    private boolean hasRoom(int column) {
        return taken[column] < least[column] || (taken[column] < most[column] && spare[pool[column]] > 0);
    }

    private void take(int row, int column) {
        if (taken[column] >= least[column]) {
            spare[pool[column]]--;
        }
        taken[column]++;
        set(row, column);
        toGive[row]--;
        left--;
    }

    private void set(int row, int column) {
        up[row * rowWords + (column >> 6)] |= 1L << column;
        upByColumn[column * columnWords + (row >> 6)] |= 1L << row;
    }

    private void clear(int row, int column) {
        up[row * rowWords + (column >> 6)] &= ~(1L << column);
        upByColumn[column * columnWords + (row >> 6)] &= ~(1L << row);
    }

    private boolean keeps(int row, int column) {
        return (keeps[row * rowWords + (column >> 6)] >>> column & 1) != 0;
    }

    private void giveWhatKeeps() {
        for (int row = 0; row < rows; row++) {
            for (int word = 0; word < rowWords && toGive[row] > 0; word++) {
                long bits = keeps[row * rowWords + word];
                while (bits != 0 && toGive[row] > 0) {
                    int column = (word << 6) + Long.numberOfTrailingZeros(bits);
                    bits &= bits - 1;
                    if (hasRoom(column)) {
                        take(row, column);
                    }
                }
            }
        }
    }

    /**
     * Deals out around the columns. Each time around the steps are of another length, so that groups which meet on one
     * node are not the same ones again on the next: when a node leaves, what it had then fits on all others.
     */
    private void giveToAnyWithRoom() {
        int column = 0;
        int dealt = 0;
        int step = 1;
        for (int row = 0; row < rows; row++) {
            for (int tried = 0; tried < columns && toGive[row] > 0; tried++) {
                int at = row * rowWords + (column >> 6);
                if (hasRoom(column) && ((open[at] & ~up[at]) >>> column & 1) != 0) {
                    take(row, column);
                }
                column += step;
                column -= column >= columns ? columns : 0;
                if (++dealt == columns) {
                    dealt = 0;
                    step = nextStep(step);
                }
            }
        }
    }

    /** The next length of steps by which every column is met once each time around. */
    private int nextStep(int step) {
        int next = step;
        do {
            next = next + 1 >= columns ? 1 : next + 1;
        } while (next != 1 && greatestCommonDivisor(next, columns) != 1);
        return next;
    }

    private static int greatestCommonDivisor(int one, int other) {
        return other == 0 ? one : greatestCommonDivisor(other, one % other);
    }

    /** The least cost, and among equal ones the fewest hops, from any row with something to give. */
    private void label() {
        Arrays.fill(columnLabel, FAR);
        Arrays.fill(spareLabel, FAR);
        farthestColumn = FAR;
        queueHead = 0;
        queueSize = 0;
        for (int row = 0; row < rows; row++) {
            rowLabel[row] = FAR;
            if (toGive[row] > 0) {
                rowLabel[row] = 0;
                enqueue(row);
            }
        }
        while (queueSize > 0) {
            int vertex = queue[queueHead];
            queueHead = queueHead + 1 == queue.length ? 0 : queueHead + 1;
            queueSize--;
            queued[vertex] = false;
            if (vertex < rows) {
                labelFromRow(vertex);
            } else if (vertex < rows + columns) {
                labelFromColumn(vertex - rows);
            } else {
                labelFromSpare(vertex - rows - columns);
            }
        }
        bestLabel = FAR;
        for (int column = 0; column < columns; column++) {
            if (hasRoom(column)) {
                bestLabel = Math.min(bestLabel, columnLabel[column]);
            }
        }
    }

    private void labelFromRow(int row) {
        int label = rowLabel[row];
        boolean anyColumn = farthestColumn > label + unit + 1;
        for (int word = 0; word < rowWords; word++) {
            int at = row * rowWords + word;
            long free = open[at] & ~up[at];
            long bits = free & keeps[at];
            while (bits != 0) {
                improveColumn((word << 6) + Long.numberOfTrailingZeros(bits), label + 1);
                bits &= bits - 1;
            }
            bits = anyColumn ? free & ~keeps[at] : 0;
            while (bits != 0) {
                improveColumn((word << 6) + Long.numberOfTrailingZeros(bits), label + unit + 1);
                bits &= bits - 1;
            }
        }
        if (anyColumn) {
            farthestColumn = 0;
            for (int column = 0; column < columns; column++) {
                farthestColumn = Math.max(farthestColumn, columnLabel[column]);
            }
        }
    }

    private void labelFromColumn(int column) {
        int label = columnLabel[column];
        for (int word = 0; word < columnWords; word++) {
            long bits = upByColumn[column * columnWords + word];
            while (bits != 0) {
                int row = (word << 6) + Long.numberOfTrailingZeros(bits);
                bits &= bits - 1;
                int improved = label + 1 - (keeps(row, column) ? 0 : unit);
                if (improved < rowLabel[row]) {
                    rowLabel[row] = improved;
                    enqueue(row);
                }
            }
        }
        if (passesToSpare(column) && label + 1 < spareLabel[pool[column]]) {
            spareLabel[pool[column]] = label + 1;
            enqueue(rows + columns + pool[column]);
        }
    }

    private void labelFromSpare(int its) {
        for (int column = 0; column < columns; column++) {
            if (pool[column] == its && taken[column] > least[column]) {
                improveColumn(column, spareLabel[its] + 1);
            }
        }
    }

    /** This column could take one more if another of its pool, which has more than it must, gave one up. */
    private boolean passesToSpare(int column) {
        return spare[pool[column]] == 0 && taken[column] == least[column] && most[column] > least[column];
    }

    private void improveColumn(int column, int label) {
        if (label < columnLabel[column]) {
            columnLabel[column] = label;
            enqueue(rows + column);
        }
    }

    private void enqueue(int vertex) {
        if (!queued[vertex]) {
            queued[vertex] = true;
            int tail = queueHead + queueSize++;
            queue[tail >= queue.length ? tail - queue.length : tail] = vertex;
        }
    }

    private void giveAlongPaths() {
        Arrays.fill(rowNext, 0);
        Arrays.fill(columnNext, 0);
        Arrays.fill(spareNext, 0);
        for (int row = 0; row < rows; row++) {
            while (toGive[row] > 0 && rowLabel[row] == 0 && fromRow(row)) {
                toGive[row]--;
                left--;
            }
        }
    }

    private boolean fromRow(int row) {
        for (; rowNext[row] < columns; rowNext[row]++) {
            int column = rowNext[row];
            int at = row * rowWords + (column >> 6);
            if (((open[at] & ~up[at]) >>> column & 1) != 0
                    && columnLabel[column] == rowLabel[row] + 1 + (keeps(row, column) ? 0 : unit)
                    && fromColumn(column)) {
                set(row, column);
                return true;
            }
        }
        return false;
    }

    private boolean fromColumn(int column) {
        if (columnLabel[column] == bestLabel && hasRoom(column)) {
            if (taken[column] >= least[column]) {
                spare[pool[column]]--;
            }
            taken[column]++;
            return true;
        }
        if (columnLabel[column] >= bestLabel + unit) {
            return false;
        }
        for (; columnNext[column] < rows; columnNext[column]++) {
            int row = columnNext[column];
            long bits = upByColumn[column * columnWords + (row >> 6)] >>> row;
            if (bits == 0) {
                columnNext[column] = (row | 63);
                continue;
            }
            if ((bits & 1) != 0
                    && rowLabel[row] == columnLabel[column] + 1 - (keeps(row, column) ? 0 : unit)
                    && fromRow(row)) {
                clear(row, column);
                return true;
            }
        }
        return passesToSpare(column) && spareLabel[pool[column]] == columnLabel[column] + 1 && fromSpare(column);
    }

    private boolean fromSpare(int taker) {
        int its = pool[taker];
        for (; spareNext[its] < columns; spareNext[its]++) {
            int giver = spareNext[its];
            if (giver != taker
                    && pool[giver] == its
                    && taken[giver] > least[giver]
                    && columnLabel[giver] == spareLabel[its] + 1
                    && fromColumn(giver)) {
                taken[giver]--;
                taken[taker]++;
                return true;
            }
        }
        return false;
    }
}
