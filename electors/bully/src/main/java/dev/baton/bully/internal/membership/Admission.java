// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Who may become a member, and who may be removed. Asked while this node leads the membership. */
public final class Admission {
    private final NodeId self;
    private final Duration lease;
    private final Optional<Duration> removeAfter;
    private final ClusterMembershipRules membership;
    private final PeerLiveness peers;

    public Admission(NodeId self, BullySettings settings, ClusterMembershipRules membership, PeerLiveness peers) {
        this.self = self;
        this.lease = settings.terms().lease();
        this.removeAfter = settings.removeAfter();
        this.membership = membership;
        this.peers = peers;
    }

    /** What speaks against a new member. */
    public Optional<JoinAnswer> objection(BullyMember candidate, DuplicateProcesses processes, long now) {
        Membership known = membership.current();
        if (known == null) {
            return Optional.of(JoinAnswer.of(JoinAnswer.Kind.LATER, "this node is not a member itself"));
        }
        Optional<BullyMember> present = known.find(candidate.id());
        boolean another = present.isPresent() && !present.get().mark().equals(candidate.mark());
        if (present.isPresent()
                && (another ? lives(candidate.id(), now) : processes.isDuplicated(candidate.id(), now))) {
            return Optional.of(JoinAnswer.of(
                    JoinAnswer.Kind.DUPLICATE,
                    candidate.id() + " is a member that lives, at "
                            + present.get().address() + ", and another process asks to be it, at "
                            + candidate.address()));
        }
        if (present.isEmpty() && known.members().size() >= Membership.MAX_MEMBERS) {
            return Optional.of(JoinAnswer.of(
                    JoinAnswer.Kind.CONFLICT, "a cluster has at most " + Membership.MAX_MEMBERS + " members"));
        }
        if (!new MembershipChange.Add(candidate).leavesAVoter(known)) {
            return Optional.of(JoinAnswer.of(
                    JoinAnswer.Kind.CONFLICT, candidate.id() + " is the only voter; let another one join before"));
        }
        boolean addressTaken = known.members().stream()
                .anyMatch(member ->
                        !member.id().equals(candidate.id()) && member.address().equals(candidate.address()));
        return addressTaken
                ? Optional.of(JoinAnswer.of(JoinAnswer.Kind.CONFLICT, "another member has that address"))
                : Optional.empty();
    }

    private boolean lives(NodeId id, long now) {
        return id.equals(self)
                || (!peers.isDead(id)
                        && MonotonicTime.isBefore(now, MonotonicTime.plus(peers.lastHeard(id, now), lease)));
    }

    public JoinAnswer admit(BullyMember candidate) {
        Membership known = membership.current();
        boolean forgetful = known != null
                && known.find(candidate.id())
                        .filter(present -> !present.mark().equals(candidate.mark()))
                        .isPresent();
        // One who comes back without its memory is not the voter that it was: it leaves, and comes as another.
        boolean room = (!forgetful
                        || membership.propose(new MembershipChange.Remove(candidate.id(), FormerMember.Cause.REPLACED)))
                && membership.propose(new MembershipChange.Add(candidate));
        return room
                ? JoinAnswer.accepted(candidate.id() + " is being added")
                : JoinAnswer.of(JoinAnswer.Kind.LATER, "too many changes are under way");
    }

    public JoinAnswer remove(NodeId id, String version) {
        Membership known = membership.current();
        if (known == null || known.find(id).isEmpty()) {
            return JoinAnswer.of(JoinAnswer.Kind.UNKNOWN, id + " is not a member");
        }
        if (!version.equals(known.stamp().toString())) {
            return JoinAnswer.of(
                    JoinAnswer.Kind.CONFLICT,
                    "the membership has version " + known.stamp() + ", and that is the one to name in the request");
        }
        if (id.equals(self)) {
            return JoinAnswer.of(JoinAnswer.Kind.CONFLICT, id + " leads the membership; stop it first");
        }
        if (!leavesAMajority(known, id)) {
            return JoinAnswer.of(
                    JoinAnswer.Kind.CONFLICT, "without " + id + " there would not be a majority that lives");
        }
        return membership.propose(new MembershipChange.Remove(id, FormerMember.Cause.ASKED))
                ? JoinAnswer.accepted(id + " is being removed")
                : JoinAnswer.of(JoinAnswer.Kind.LATER, "too many changes are under way");
    }

    private boolean leavesAMajority(Membership known, NodeId without) {
        long voters = known.voters().stream()
                .filter(member -> !member.id().equals(without))
                .count();
        long left = known.voters().stream()
                .map(BullyMember::id)
                .filter(id -> !id.equals(without) && (id.equals(self) || !peers.isDead(id)))
                .count();
        return left >= voters / 2 + 1;
    }

    /** Removes one who has been dead for too long. */
    public void tick(long now) {
        Membership known = membership.current();
        if (known != null && removeAfter.isPresent() && membership.pending() == 0) {
            known.members().stream()
                    .map(BullyMember::id)
                    .filter(id -> !id.equals(self) && peers.isDead(id) && leavesAMajority(known, id))
                    .filter(id -> !MonotonicTime.isBefore(
                            now, MonotonicTime.plus(peers.lastHeard(id, now), removeAfter.get())))
                    .findFirst()
                    .ifPresent(id -> membership.propose(new MembershipChange.Remove(id, FormerMember.Cause.SILENT)));
        }
    }
}
