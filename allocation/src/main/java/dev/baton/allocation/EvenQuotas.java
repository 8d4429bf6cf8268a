// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * How many partitions of each group each node gets: its exact share, rounded down or up, such that its sum over all
 * groups is its share of everything, rounded down or up; and of all such roundings one that keeps the most in place.
 *
 * <p>Rounding up is a flow: each group (row) has as many roundings up to give as its partitions leave over, each node
 * (column) takes each at most once, and as many in all as its own share wants. A rounding up that keeps a partition in
 * place (the node has more than its share rounded down) costs nothing, any other costs one. Shortest augmenting paths
 * from rows with something to give to columns with room give a flow of least cost; paths of equal cost are taken in
 * batches, fewest hops first. That such a rounding exists at all is the theorem of controlled rounding (the shares
 * themselves are a fractional flow, so an integral one exists).
 */
final class EvenQuotas {
    private static final int FAR = Integer.MAX_VALUE / 2;
    /** One unit of cost, above any number of hops. */
    private final int unit;

    private final int rows;
    private final int columns;
    private final int rowWords;
    private final int columnWords;
    /** Cells that can be rounded up, those that are, and those where that keeps a partition; by row and by column. */
    private final long[] open;

    private final long[] up;
    private final long[] keeps;
    private final long[] upByColumn;

    private final int[] toGive;
    private final int[] taken;
    private final int[] least;
    private final int[] most;
    /** How many columns may still go from least to most. */
    private int spare;

    private long left;

    private final int[] rowLabel;
    private final int[] columnLabel;
    private int spareLabel;
    private int farthestColumn;
    private int bestLabel;
    private final int[] rowNext;
    private final int[] columnNext;
    private int spareNext;
    private final int[] queue;
    private final boolean[] queued;
    private int queueHead;
    private int queueSize;

    /** The bounds of a column: what it takes at least, and at most one more. */
    EvenQuotas(int rows, int columns, int[] least, int[] most) {
        this.rows = rows;
        unit = Integer.highestOneBit(rows + columns + 2) << 1;
        this.columns = columns;
        this.least = least;
        this.most = most;
        rowWords = (columns + 63) >>> 6;
        columnWords = (rows + 63) >>> 6;
        open = new long[Math.multiplyExact(rows, rowWords)];
        up = new long[open.length];
        keeps = new long[open.length];
        upByColumn = new long[Math.multiplyExact(columns, columnWords)];
        toGive = new int[rows];
        taken = new int[columns];
        rowLabel = new int[rows];
        columnLabel = new int[columns];
        rowNext = new int[rows];
        columnNext = new int[columns];
        queue = new int[rows + columns + 1];
        queued = new boolean[rows + columns + 1];
    }

    void row(int row, int gives) {
        toGive[row] = gives;
        left += gives;
    }

    void open(int row, int column, boolean keepsOne) {
        open[row * rowWords + (column >> 6)] |= 1L << column;
        if (keepsOne) {
            keeps[row * rowWords + (column >> 6)] |= 1L << column;
        }
    }

    boolean up(int row, int column) {
        return (up[row * rowWords + (column >> 6)] >>> column & 1) != 0;
    }

    void solve() {
        long sum = left;
        for (int column = 0; column < columns; column++) {
            sum -= least[column];
        }
        spare = Math.toIntExact(sum);
        giveWhatKeeps();
        boolean gaveDirectly = false;
        while (left > 0) {
            label();
            if (bestLabel >= FAR) {
                throw new IllegalStateException("no even allocation, which cannot be: " + left + " left");
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
        return taken[column] < least[column] || (taken[column] < most[column] && spare > 0);
    }

    private void take(int row, int column) {
        if (taken[column] >= least[column]) {
            spare--;
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
                column = (column + step) % columns;
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
        spareLabel = FAR;
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
                for (int column = 0; column < columns; column++) {
                    if (taken[column] > least[column]) {
                        improveColumn(column, spareLabel + 1);
                    }
                }
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
        if (passesToSpare(column) && label + 1 < spareLabel) {
            spareLabel = label + 1;
            enqueue(rows + columns);
        }
    }

    /** This column could take one more if another that has its most gave one up. */
    private boolean passesToSpare(int column) {
        return spare == 0 && taken[column] == least[column] && most[column] > least[column];
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
        spareNext = 0;
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
                spare--;
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
        return passesToSpare(column) && spareLabel == columnLabel[column] + 1 && fromSpare(column);
    }

    private boolean fromSpare(int taker) {
        for (; spareNext < columns; spareNext++) {
            int giver = spareNext;
            if (giver != taker
                    && taken[giver] > least[giver]
                    && columnLabel[giver] == spareLabel + 1
                    && fromColumn(giver)) {
                taken[giver]--;
                taken[taker]++;
                return true;
            }
        }
        return false;
    }
}
