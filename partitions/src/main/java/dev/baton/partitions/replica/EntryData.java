// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The data of an entry: the batches of its items, one after the other. If some were deleted since they were appended,
 * there is a byte for each item that says whether it is there. The two are told apart by their length: what is missing is
 * longer than those bytes.
 */
final class EntryData {
    private EntryData() {}

    /** @param found the bytes of each item; empty if they are deleted */
    static ByteBuffer join(List<Optional<ByteBuffer>> found) {
        int size = found.stream()
                .mapToInt(it -> it.map(ByteBuffer::remaining).orElse(0))
                .sum();
        boolean isWhole = found.stream().allMatch(Optional::isPresent);
        if (isWhole && found.size() == 1) {
            return found.get(0).orElseThrow();
        }
        ByteBuffer joined = ByteBuffer.allocate(isWhole ? size : size + found.size());
        for (Optional<ByteBuffer> item : found) {
            if (!isWhole) {
                joined.put((byte) (item.isPresent() ? 1 : 0));
            }
            item.ifPresent(bytes -> joined.put(bytes.duplicate()));
        }
        return joined.flip();
    }

    /** @return the bytes of each item; empty if they were deleted */
    static List<Optional<ByteBuffer>> split(List<EntryHeader.Item> items, ByteBuffer data) {
        int size = items.stream().mapToInt(EntryHeader.Item::size).sum();
        boolean isWhole = data.remaining() == size;
        ByteBuffer rest = data.duplicate();
        List<Optional<ByteBuffer>> split = new ArrayList<>();
        for (EntryHeader.Item item : items) {
            boolean isThere = isWhole || rest.get() != 0;
            if (isThere) {
                split.add(Optional.of(rest.slice(rest.position(), item.size())));
                rest.position(rest.position() + item.size());
            } else {
                split.add(Optional.empty());
            }
        }
        return split;
    }
}
