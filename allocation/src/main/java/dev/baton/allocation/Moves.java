// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/** The moves of a plan in flat arrays; a {@link Move} is made when it is asked for. */
final class Moves extends AbstractList<Move> implements RandomAccess {
    private final Layout layout;
    private final String[] nodes;
    private final List<Move> removed;
    private int[] slots = new int[16];
    private int[] from = new int[16];
    private int[] to = new int[16];
    private MoveReason[] reasons = new MoveReason[16];
    private int count;

    Moves(Layout layout, String[] nodes, List<Move> removed) {
        this.layout = layout;
        this.nodes = nodes;
        this.removed = removed;
    }

    void record(int slot, int fromNode, int toNode, MoveReason reason) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            reasons = Arrays.copyOf(reasons, 2 * count);
        }
        slots[count] = slot;
        from[count] = fromNode;
        to[count] = toNode;
        reasons[count++] = reason;
    }

    @Override
    public Move get(int index) {
        if (index >= count) {
            return removed.get(index - count);
        }
        int group = layout.groupOf(slots[index]);
        return new Move(
                layout.groups()[group],
                layout.partitionOf(group, slots[index]),
                name(from[index]),
                name(to[index]),
                reasons[index]);
    }

    private Optional<String> name(int node) {
        return node < 0 ? Optional.empty() : Optional.of(nodes[node]);
    }

    @Override
    public int size() {
        return count + removed.size();
    }
}
