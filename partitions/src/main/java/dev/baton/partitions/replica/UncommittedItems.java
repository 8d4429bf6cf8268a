// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.partitions.PartitionKey;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What was written to the files of a group and is not applied yet, in the order of the log. Safe for any thread. */
final class UncommittedItems {
    private final Deque<Item> items = new ArrayDeque<>();

    /** One item of an entry; without files if its data was deleted before it came here. */
    private record Item(long index, PartitionKey key, PartitionFiles.Written written) {}

    synchronized void add(long index, PartitionKey key, PartitionFiles.Written written) {
        items.add(new Item(index, key, written));
    }

    /**
     * Removes the first item.
     *
     * @throws IllegalStateException if it is another one than this
     */
    synchronized PartitionFiles.Written next(long index, PartitionKey key) {
        @Nullable Item first = items.poll();
        if (first == null || first.index() != index || !first.key().equals(key)) {
            throw new IllegalStateException(
                    "entry " + index + " is committed, and its records are not the next that were written: " + first);
        }
        return first.written();
    }

    /** Removes the items of entries from this one on, and undoes what was written. */
    synchronized void undo(long from) throws IOException {
        while (!items.isEmpty() && items.getLast().index() >= from) {
            items.removeLast().written().undo();
        }
    }

    synchronized void clear() {
        items.clear();
    }
}
