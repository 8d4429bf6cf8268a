// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.bully.BullyMessage.Precedence;
import dev.baton.bully.BullyMessage.Question;
import dev.baton.spi.Priority;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Who is above this node, and what it says to those below. Confined to the elector's lane. */
final class Ranking {
    private final NodeId self;
    private final Priority own;
    private final Comparator<Rank> ranks;
    private final MembershipRules membership;
    private final Peers peers;
    private final Candidacies candidacies;

    Ranking(NodeId self, BullySettings settings, MembershipRules membership, Peers peers, Candidacies candidacies) {
        this.self = self;
        this.own = settings.priority();
        this.ranks = Rank.by(settings.order());
        this.membership = membership;
        this.peers = peers;
        this.candidacies = candidacies;
    }

    /** Who is to be asked before this node stands. */
    List<NodeId> higher() {
        Membership known = membership.current();
        Rank mine = new Rank(own, self);
        return known == null
                ? List.of()
                : known.members().stream()
                        .filter(member -> member.part().stands() && !peers.isDead(member.id()))
                        .filter(member -> ranks.compare(new Rank(member.priority(), member.id()), mine) > 0)
                        .map(Member::id)
                        .toList();
    }

    /** What is said to a member that would ask for votes; nothing to anybody else. */
    Optional<Precedence> answer(NodeId from, Question question, long now) {
        Membership known = membership.current();
        return known == null
                ? Optional.empty()
                : known.find(from).map(asker -> new Precedence(question.election(), stance(asker, question, now)));
    }

    private Stance stance(Member asker, Question question, long now) {
        Rank theirs = new Rank(lower(asker.priority(), question.priority()), asker.id());
        Rank mine = new Rank(counted(candidacies.priority(question.election())), self);
        return ranks.compare(mine, theirs) > 0 ? candidacies.stance(question.election(), now) : Stance.STAYS_OUT;
    }

    /** What counts of a priority in one election: this node's own is the most it can have. */
    Priority counted(Priority inElection) {
        return lower(own, inElection);
    }

    private static Priority lower(Priority one, Priority other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
