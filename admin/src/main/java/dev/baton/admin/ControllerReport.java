// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The controller as one of its members knows it. */
public record ControllerReport(
        @FieldDoc("the member that says this") String node,

        @FieldDoc("of the group; absent until this member is in one") @Nullable
        String cluster,

        @FieldDoc("the node that leads the group, as far as this member knows") @Nullable
        String leader,

        long term,

        @FieldDoc("the last entry that is known to be committed")
        long committed,

        @FieldDoc("the last entry that this member has applied")
        long applied,

        @FieldDoc("the last entry that is in a snapshot; -1 if there is none")
        long snapshot,

        @FieldDoc("the entry that the hashes are of: members that are there have equal ones")
        long hashIndex,

        @FieldDoc("of each part of the state") List<PartHash> hashes,

        @FieldDoc("rises with everything that is applied to topics and nodes")
        long version,

        @FieldDoc("of what is replicated: the highest that was ever written")
        int format,

        int topics,
        int partitions,
        int groups,
        List<GroupMember> members,
        List<RegisteredNode> nodes,

        @FieldDoc("why this member has left the group although its process runs") @Nullable
        String ended) {
    /** The digest of one part of the state. */
    public record PartHash(String part, String hash) {}

    /** A member of the group. */
    public record GroupMember(
            String node,
            @FieldDoc("LEADER, VOTER or LISTENER") String role,
            String address,

            @FieldDoc("how many entries it is behind; the leader knows") @Nullable
            Long lag,

            @FieldDoc("since it answered last; the leader knows") @Nullable
            Long silentMillis) {}

    /** A node that is registered. */
    public record RegisteredNode(
            String id,
            String zone,
            int weight,
            @FieldDoc("rises with every registration") long epoch,
            @FieldDoc("not heard from for too long") boolean fenced,
            @FieldDoc("whether it is being drained") boolean draining,
            @FieldDoc("of groups") int replicas,
            @FieldDoc("groups that it should lead") int preferred,
            @FieldDoc("groups that it leads") int leads) {}
}
