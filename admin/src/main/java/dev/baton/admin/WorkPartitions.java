// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The partitions of a task list, one by one. */
public record WorkPartitions(
        String list,
        int partitions,
        List<Partition> owned,

        @FieldDoc("where the next page begins, if there is one") @Nullable
        Integer next) {
    public record Partition(
            int number,

            @FieldDoc("FREE, ASSIGNED, RELEASING, RETIRED, DAMAGED, or NEW if it was never given to a worker")
            String state,

            @Nullable String owner,
            @FieldDoc("of the owner") @Nullable Long session,
            long token,

            @FieldDoc("the worker that it goes to") @Nullable
            String target,

            @FieldDoc("the worker that it is pinned to") @Nullable
            String pinned,

            @FieldDoc("the workers that it is banned from, by itself or with its task list")
            List<String> banned) {}
}
