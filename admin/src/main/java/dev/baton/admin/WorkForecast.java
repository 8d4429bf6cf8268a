// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import java.util.Map;

/** What would happen if workers left; changes nothing. */
public record WorkForecast(
        List<String> without,
        @FieldDoc("how many partitions would move") int moves,
        @FieldDoc("how many of them, by reason") Map<String, Integer> reasons,
        List<Share> workers,
        @FieldDoc("the first of what would move") List<WorkView.Move> first,

        @FieldDoc("partitions that would be unassigned, each with its reason")
        List<WorkView.Unassigned> unplaced) {
    /** How many partitions a worker has, and would have. */
    public record Share(String worker, int now, int then) {}
}
