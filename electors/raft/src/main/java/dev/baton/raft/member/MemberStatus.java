// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.server.protocol.TermIndex;

/**
 * What a member knows of itself and its group.
 *
 * @param cluster {@link MemberRequest#ANY} if it belongs to none yet
 * @param member its id in the group
 * @param term the highest it has heard of: it has not voted in a higher one
 * @param lastTerm the term of the last entry of its log
 * @param leads whether requests can be made here
 * @param rehearsed whether its process has led before, or rehearsed it, and so would not be slow
 * @param leader the address of the leader it follows; empty if it knows none
 * @param members all members it knows of
 * @param settled whether these can no longer change back
 * @param plan the first members it was told of, if it belongs to no group yet
 */
record MemberStatus(
        UUID cluster,
        String member,
        long term,
        long lastTerm,
        long lastIndex,
        long applied,
        boolean leads,
        boolean rehearsed,
        String leader,
        List<GroupPeer> members,
        boolean settled,
        String plan) {
    private static final int MAX_MEMBERS = 1000;

    MemberStatus {
        members = List.copyOf(members);
    }

    /** Of one that belongs to no group yet, or no longer. */
    static MemberStatus outside(String member, String plan) {
        return new MemberStatus(MemberRequest.ANY, member, 0, 0, -1, -1, false, false, "", List.of(), false, plan);
    }

    /** Of one in its group. */
    static MemberStatus inside(Division here, long applied, boolean leads, List<GroupPeer> members) {
        TermIndex last = here.last();
        return new MemberStatus(
                here.cluster(),
                here.member(),
                here.term(),
                last.getTerm(),
                last.getIndex(),
                applied,
                leads,
                LeaderWarmUp.isDone(),
                here.leader().map(GroupPeer::authority).orElse(""),
                members,
                !here.settled().isEmpty(),
                "");
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeLong(cluster.getMostSignificantBits());
            out.writeLong(cluster.getLeastSignificantBits());
            out.writeUTF(member);
            out.writeLong(term);
            out.writeLong(lastTerm);
            out.writeLong(lastIndex);
            out.writeLong(applied);
            out.writeBoolean(leads);
            out.writeBoolean(rehearsed);
            out.writeUTF(leader);
            out.writeInt(members.size());
            for (GroupPeer each : members) {
                out.writeUTF(each.toString());
            }
            out.writeUTF(plan);
            out.writeBoolean(settled);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if it is none; what a later version added at its end is ignored, or absent */
    static MemberStatus parse(byte[] bytes) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            UUID cluster = new UUID(in.readLong(), in.readLong());
            String member = in.readUTF();
            long term = in.readLong();
            long lastTerm = in.readLong();
            long lastIndex = in.readLong();
            long applied = in.readLong();
            boolean leads = in.readBoolean();
            boolean rehearsed = in.readBoolean();
            String leader = in.readUTF();
            int count = in.readInt();
            if (count < 0 || count > MAX_MEMBERS) {
                throw new IllegalArgumentException("a status with " + count + " members");
            }
            List<GroupPeer> members = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                members.add(GroupPeer.parse(in.readUTF()));
            }
            String plan = in.readUTF();
            return new MemberStatus(
                    cluster,
                    member,
                    term,
                    lastTerm,
                    lastIndex,
                    applied,
                    leads,
                    rehearsed,
                    leader,
                    members,
                    in.available() > 0 && in.readBoolean(),
                    plan);
        } catch (IOException torn) {
            throw new IllegalArgumentException("a status is torn", torn);
        }
    }
}
