// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An election, as the API tells it; candidates in order of succession. */
public record ElectionInfo(
        String name,
        @Nullable String elector,
        @Nullable String promise,
        @Nullable LeaderInfo leader,
        List<CandidateInfo> candidates,
        long handOvers,
        @Nullable Long lastGapMs) {
    public ElectionInfo {
        candidates = candidates == null ? List.of() : candidates;
    }

    /** Who leads. */
    public record LeaderInfo(
            String node,
            @Nullable String incarnation,
            long epoch,
            @Nullable String since,
            @Nullable Long leaseLeftMs) {}

    /** Who stands. */
    public record CandidateInfo(
            String node,
            @Nullable String state,
            boolean eligible,
            int priority,
            @Nullable Integer next) {}
}
