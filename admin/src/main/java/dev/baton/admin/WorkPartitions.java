// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The partitions of a task list, one by one. */
public record WorkPartitions(
        String list,
        int partitions,
        List<Partition> owned,

        @About("where the next page begins, if there is one") @Nullable
        Integer next) {
    public record Partition(
            int number,

            @About("FREE, ASSIGNED, RELEASING, RETIRED, DAMAGED, or NEW if it was never given to a worker")
            String state,

            @Nullable String owner,
            @About("of the owner") @Nullable Long session,
            long token,
            @About("the worker that it goes to") @Nullable String target,

            @About("the worker that it is pinned to") @Nullable
            String pinned,

            @About("the workers that it is banned from, by itself or with its task list")
            List<String> banned) {}
}
