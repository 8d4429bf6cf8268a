// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of the controller's group, each as it says itself, asked by one of them. */
public record ControllerMembers(
        @FieldDoc("the member that asked the others") String node,
        @Nullable String leader,
        long term,

        @FieldDoc("the last entry that is known to be committed")
        long committed,

        @FieldDoc(
                value = "whether members that have applied the same entries have the same state",
                oneOf = StateComparison.Agreement.class)
        String states,

        List<Member> members) {
    /** A member; what it says itself is absent if it did not answer. */
    public record Member(
            String node,
            @FieldDoc("LEADER, VOTER or LISTENER") String role,
            String address,
            @FieldDoc("whether its admin API answered") boolean answers,

            @FieldDoc("how many entries it is behind, as the leader says") @Nullable
            Long lag,

            @FieldDoc("since the leader heard of it") @Nullable
            Long silentMillis,

            @Nullable Long term,

            @FieldDoc("the last entry that it has applied") @Nullable
            Long applied,

            @FieldDoc("the last entry that is in a snapshot of its own; -1 if there is none") @Nullable
            Long snapshot,

            @FieldDoc("whether it has another state than most, at the same entry")
            boolean differs,

            @FieldDoc("why it takes part no more") @Nullable String ended) {}
}
