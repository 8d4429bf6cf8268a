// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of the controller's group, each as it says itself, asked by one of them. */
public record ControllerMembers(
        @About("the member that asked the others") String node,
        @Nullable String leader,
        long term,

        @About("the last entry that is known to be committed")
        long committed,

        @About(
                value = "whether members that have applied the same entries have the same state",
                oneOf = StateComparison.Agreement.class)
        String states,

        List<Member> members) {
    /** A member; what it says itself is absent if it did not answer. */
    public record Member(
            String node,
            @About("LEADER, VOTER or LISTENER") String role,
            String address,
            @About("whether its admin API answered") boolean answers,

            @About("how many entries it is behind, as the leader says") @Nullable
            Long lag,

            @About("since the leader heard of it") @Nullable Long silentMillis,
            @Nullable Long term,

            @About("the last entry that it has applied") @Nullable
            Long applied,

            @About("the last entry that is in a snapshot of its own; -1 if there is none") @Nullable
            Long snapshot,

            @About("whether it has another state than most, at the same entry")
            boolean differs,

            @About("why it takes part no more") @Nullable String ended) {}
}
