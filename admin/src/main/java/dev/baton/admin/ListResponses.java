// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of the admin API that hold nothing but lists and figures of their own. */
public final class ListResponses {
    private ListResponses() {}

    public record Elections(
            List<ElectionView> elections,

            @FieldDoc("the cursor of the next page, if there is one") @Nullable
            String next) {}

    public record Leaderships(List<LeadershipView> leaderships) {}

    public record Nodes(List<NodeView> nodes) {}

    public record Duties(List<DutyView> duties) {}

    public record Events(
            List<EventView> events,

            @FieldDoc("the number of the newest event, for after=")
            long last) {}

    /** Who leads an election, without asking the whole cluster. */
    public record CurrentLeader(
            String election,

            @FieldDoc("absent while nobody is known to lead") @Nullable
            LeaderView leader,

            @Nullable Long lastGapMs) {}

    public record WhoAmI(@FieldDoc("read or operate") String role, String node, String version) {}

    /** All nodes that a node has heard of, itself included. */
    public record Peers(List<PeerHello> members) {
        public Peers {
            members = List.copyOf(members);
        }
    }

    /** Of a probe. */
    public record Health(String status) {}

    /** There is nothing to say but that it was done. */
    public record Done() {}

    /** What is answered with any status but 200. */
    public record Failure(Reason error) {
        public record Reason(
                @FieldDoc("such as STALE_EPOCH; see docs/admin-api.md")
                String code,

                String message) {}

        public static Failure of(ApiError error, String message) {
            return new Failure(new Reason(error.name(), message));
        }
    }
}
