// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import org.jspecify.annotations.Nullable;

/** Checks that several values share. */
final class Input {
    private Input() {}

    static void checkId(String kind, @Nullable String id) {
        if (id == null || id.isBlank()) {
            throw new IllegalArgumentException(
                    "a " + kind + " needs an id, got " + (id == null ? "null" : "'" + id + "'"));
        }
    }

    static void checkPartition(String group, int partition) {
        if (partition < 0 || partition >= PartitionGroup.MAX_PARTITIONS) {
            throw new IllegalArgumentException("group " + group + " has no partition " + partition);
        }
    }
}
