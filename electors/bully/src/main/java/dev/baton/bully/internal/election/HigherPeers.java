// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.ClusterMembershipRules;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.PeerLiveness;
import dev.baton.bully.internal.message.BullyMessage.Precedence;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.bully.internal.message.CandidateStatus;
import dev.baton.spi.Priority;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The members above this node, and its answers to those below. Confined to the elector's lane. */
final class HigherPeers {
    private final NodeId self;
    private final Priority own;
    private final Comparator<LeaderRank> ranks;
    private final ClusterMembershipRules membership;
    private final PeerLiveness peers;
    private final Candidacies candidacies;

    HigherPeers(
            NodeId self,
            BullySettings settings,
            ClusterMembershipRules membership,
            PeerLiveness peers,
            Candidacies candidacies) {
        this.self = self;
        this.own = settings.priority();
        this.ranks = LeaderRank.by(settings.order());
        this.membership = membership;
        this.peers = peers;
        this.candidacies = candidacies;
    }

    /** Who is to be asked before this node stands. */
    List<NodeId> higher() {
        Membership known = membership.current();
        LeaderRank mine = new LeaderRank(own, self);
        return known == null
                ? List.of()
                : known.members().stream()
                        .filter(member -> member.part().stands() && !peers.isDead(member.id()))
                        .filter(member -> ranks.compare(new LeaderRank(member.priority(), member.id()), mine) > 0)
                        .map(BullyMember::id)
                        .toList();
    }

    /** What is said to a member that would ask for votes; nothing to anybody else. */
    Optional<Precedence> answer(NodeId from, Question question, long now) {
        Membership known = membership.current();
        return known == null
                ? Optional.empty()
                : known.find(from).map(asker -> new Precedence(question.election(), stance(asker, question, now)));
    }

    private CandidateStatus stance(BullyMember asker, Question question, long now) {
        LeaderRank theirs = new LeaderRank(lower(asker.priority(), question.priority()), asker.id());
        LeaderRank mine = new LeaderRank(counted(candidacies.priority(question.election())), self);
        return ranks.compare(mine, theirs) > 0
                ? candidacies.stance(question.election(), now)
                : CandidateStatus.STAYS_OUT;
    }

    /** What counts of a priority in one election: this node's own is the most it can have. */
    Priority counted(Priority inElection) {
        return lower(own, inElection);
    }

    private static Priority lower(Priority one, Priority other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
