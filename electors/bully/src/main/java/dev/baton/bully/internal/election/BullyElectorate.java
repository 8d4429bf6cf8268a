// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.ClusterMembershipRules;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.PeerLiveness;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.quorum.Electorate;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The electorate of a cluster with a membership: a majority of all members decides, whether they can be reached or not.
 * That two majorities meet although the membership changes is the work of {@link ClusterMembershipRules}.
 */
public final class BullyElectorate implements Electorate {
    private final Node self;
    private final QuorumMode quorum;
    private final Comparator<LeaderRank> ranks;
    private final PeerLiveness peers;
    private final ClusterMembershipRules membership;
    private MembershipVersion asker = MembershipVersion.NONE;
    /** Of what the lists were made, which change rarely and are asked for with every message. */
    private long countedMemberships = -1;

    private long countedPeers;
    private List<BullyMember> all = List.of();
    private List<Node> members = List.of();
    private List<Node> voters = List.of();

    public BullyElectorate(Node self, BullySettings settings, PeerLiveness peers, ClusterMembershipRules membership) {
        this.self = self;
        this.quorum = settings.quorum();
        this.ranks = LeaderRank.by(settings.order());
        this.peers = peers;
        this.membership = membership;
    }

    private void count() {
        if (membership.changes() == countedMemberships && peers.changes() == countedPeers) {
            return;
        }
        countedMemberships = membership.changes();
        countedPeers = peers.changes();
        Membership known = membership.current();
        all = known == null || !known.has(self.id(), membership.mark()) ? List.of() : known.members();
        members = all.stream().map(member -> process(member.id())).toList();
        voters = all.stream()
                .filter(member -> member.part().votes())
                .filter(member -> member.id().equals(self.id()) || !peers.isDead(member.id()))
                .sorted(Comparator.comparing(
                                (BullyMember member) -> new LeaderRank(member.priority(), member.id()), ranks)
                        .reversed())
                .map(member -> process(member.id()))
                .toList();
    }

    private List<BullyMember> all() {
        count();
        return all;
    }

    private Node process(NodeId id) {
        return id.equals(self.id()) ? self : peers.process(id);
    }

    @Override
    public List<Node> members() {
        count();
        return members;
    }

    /** From the highest down, so that all ask the same one first; who is dead is not asked. */
    @Override
    public List<Node> voters() {
        count();
        return voters;
    }

    @Override
    public List<Node> votersWithoutProcess() {
        return all().stream()
                .filter(WitnessMember::is)
                .map(member -> process(member.id()))
                .toList();
    }

    /** A candidate has asked those above it before it asks this node. */
    @Override
    public boolean hasSettledWhoAsks() {
        return true;
    }

    @Override
    public int required() {
        return (quorum == QuorumMode.MAJORITY ? size() : voters().size()) / 2 + 1;
    }

    /** What the members knew of when they last agreed on who they are. */
    @Override
    public Epoch floor() {
        Membership known = membership.current();
        return known == null ? Epoch.NONE : known.floor();
    }

    @Override
    public int size() {
        return (int) all().stream().filter(member -> member.part().votes()).count();
    }

    /** The membership says how many there are; what others count is judged by its stamp. */
    @Override
    public void heardOf(int otherSize) {}

    /** The next sender uses the membership of this version. */
    public void hears(MembershipVersion stamp) {
        asker = stamp;
    }

    /** Also a sender that is not a member here: one with a newer membership knows better whose vote counts. */
    @Override
    public boolean votes() {
        return all().stream()
                        .anyMatch(member ->
                                member.id().equals(self.id()) && member.part().votes())
                || (membership.current() != null && asker.isAfter(membership.stamp()));
    }

    @Override
    public Optional<Alarm> objection(long now) {
        int here = voters().size();
        if (all().isEmpty() && membership.isCopy()) {
            return Optional.of(new Alarm(
                    Alarm.Kind.DUPLICATE_NODE_ID,
                    self.id() + " has a copy of a state folder, whose original may be in use, and waits to be let in as"
                            + " another voter; if the original is never used again, stop this node and adopt the copy"
                            + " (baton adopt-state)"));
        }
        if (all().isEmpty()) {
            return Optional.of(new Alarm(Alarm.Kind.UNREACHABLE, self.id() + " is not a member of a cluster"));
        }
        return here >= required()
                ? Optional.empty()
                : Optional.of(new Alarm(
                        Alarm.Kind.UNREACHABLE,
                        "no majority: " + here + " of " + size() + " voters answer, " + required() + " are needed"));
    }

    @Override
    public long wakeAt(long now) {
        return MonotonicTime.never(now);
    }
}
