// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The members of a cluster. Never changed in place: each change is a new one with a later stamp.
 *
 * @param cluster the random name that the cluster got when it was formed
 * @param floor no epoch of any election up to this one is given again
 * @param departed who has left last, the latest at the end
 */
public record Membership(
        String cluster, MembershipVersion stamp, Epoch floor, List<BullyMember> members, List<FormerMember> departed) {
    /** The election of the membership's own leader; not to be entered by anybody else. */
    public static final ElectionName ELECTION = ElectionName.of("baton.members");

    public static final int MAX_MEMBERS = 128;
    private static final int DEPARTED_REMEMBERED = 32;

    public Membership {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(stamp, "stamp");
        Objects.requireNonNull(floor, "floor");
        members = List.copyOf(members);
        departed = List.copyOf(departed);
        Set<NodeId> ids = new HashSet<>();
        members.forEach(member -> {
            if (!ids.add(member.id())) {
                throw new IllegalArgumentException("duplicate member " + member.id());
            }
        });
        if (members.stream().noneMatch(member -> member.part().votes())
                || members.size() > MAX_MEMBERS
                || departed.size() > DEPARTED_REMEMBERED) {
            throw new IllegalArgumentException("a cluster has 1 to " + MAX_MEMBERS + " members and at least one voter");
        }
    }

    public static Membership formed(String cluster, BullyMember first) {
        return new Membership(cluster, new MembershipVersion(Epoch.NONE, 1), Epoch.NONE, List.of(first), List.of());
    }

    public Optional<BullyMember> find(NodeId id) {
        return members.stream().filter(member -> member.id().equals(id)).findFirst();
    }

    public boolean has(NodeId id, StateId mark) {
        return find(id).filter(member -> member.mark().equals(mark)).isPresent();
    }

    /** Those whose votes count. */
    public List<BullyMember> voters() {
        return members.stream().filter(member -> member.part().votes()).toList();
    }

    boolean hasVotersBeside(NodeId id) {
        return voters().stream().anyMatch(voter -> !voter.id().equals(id));
    }

    /** Whether the votes of the same memories count in both. */
    boolean hasTheVotersOf(Membership other) {
        return marks().equals(other.marks());
    }

    private Set<StateId> marks() {
        Set<StateId> marks = new HashSet<>();
        voters().forEach(member -> marks.add(member.mark()));
        return marks;
    }

    /** The same members, under a new leadership of the membership. */
    public Membership stamped(Epoch epoch, Epoch atLeast) {
        return new Membership(
                cluster, new MembershipVersion(epoch, stamp.version() + 1), floor.max(atLeast), members, departed);
    }

    public Membership with(BullyMember added) {
        List<BullyMember> more = new ArrayList<>(members);
        more.removeIf(member -> member.id().equals(added.id()));
        more.add(added);
        return new Membership(cluster, stamp, floor, more, departed);
    }

    public Membership without(NodeId id, FormerMember.Cause cause) {
        List<BullyMember> fewer = new ArrayList<>(members);
        List<FormerMember> gone = new ArrayList<>(departed);
        find(id).ifPresent(member -> {
            fewer.remove(member);
            gone.add(new FormerMember(id, member.mark(), cause));
        });
        int forgotten = Math.max(0, gone.size() - DEPARTED_REMEMBERED);
        return new Membership(cluster, stamp, floor, fewer, gone.subList(forgotten, gone.size()));
    }

    /** Why the voter with this mark is out, if this membership still knows. */
    Optional<FormerMember.Cause> whyGone(NodeId id, StateId mark) {
        return departed.stream()
                .filter(gone -> gone.id().equals(id) && gone.mark().equals(mark))
                .map(FormerMember::cause)
                .reduce((earlier, later) -> later);
    }
}
