// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;

/** This member's view of its group, read from Ratis. Any thread; nothing here waits, and nothing proves a lead. */
final class Division {
    private final RaftServer.Division division;

    Division(RaftServer server, RaftGroupId group) throws IOException {
        this.division = server.getDivision(group);
    }

    UUID cluster() {
        return division.getMemberId().getGroupId().getUuid();
    }

    String member() {
        return division.getId().toString();
    }

    long term() {
        return division.getInfo().getCurrentTerm();
    }

    /**
     * Whether this member leads in a term that it was seen to lead in before. The role is read first: terms only rise,
     * and a term is led by one member, without a break.
     */
    boolean leadsIn(long term) {
        DivisionInfo info = division.getInfo();
        return info.isLeader() && info.getCurrentTerm() == term;
    }

    /** Whether this member leads in that term, and has applied everything of earlier ones. */
    boolean isReadyIn(long term) {
        return leadsIn(term) && division.getInfo().isLeaderReady();
    }

    boolean isAlive() {
        return division.getInfo().isAlive();
    }

    TermIndex last() {
        TermIndex last = division.getRaftLog().getLastEntryTermIndex();
        return last == null ? TermIndex.valueOf(0, -1) : last;
    }

    long committed() {
        return division.getRaftLog().getLastCommittedIndex();
    }

    Quorum quorum() {
        RaftConfiguration configuration = division.getRaftConf();
        return new Quorum(ids(configuration.getCurrentPeers()), ids(configuration.getPreviousPeers()));
    }

    private static Set<String> ids(Collection<RaftPeer> peers) {
        return peers.stream().map(peer -> peer.getId().toString()).collect(Collectors.toSet());
    }

    /** As of now, maybe not committed. */
    GroupConfiguration configuration() {
        RaftConfiguration configuration = division.getRaftConf();
        return new GroupConfiguration(
                peers(configuration.getCurrentPeers(RaftPeerRole.FOLLOWER)),
                peers(configuration.getCurrentPeers(RaftPeerRole.LISTENER)));
    }

    /** All members, if the configuration can no longer be lost; else none, since no member may take itself for removed. */
    List<GroupPeer> settled() {
        RaftConfiguration configuration = division.getRaftConf();
        boolean isSettled = configuration.getLogEntryIndex() <= committed()
                && configuration.getPreviousPeers().isEmpty();
        return isSettled ? configuration().all() : List.of();
    }

    /** Whether its log says that this member is in the group. One that joins knows of itself alone at first. */
    boolean isIn() {
        GroupConfiguration now = configuration();
        return !now.voters().isEmpty() && now.member(member()).isPresent();
    }

    /** Whether the group can no longer lose that this member is in it. */
    boolean isSettledIn() {
        return isIn() && settled().stream().anyMatch(peer -> peer.id().equals(member()));
    }

    private static List<GroupPeer> peers(Collection<RaftPeer> peers) {
        return peers.stream().map(GroupPeer::of).toList();
    }

    /** Also one of a configuration that is being left. */
    Optional<GroupPeer> peer(String member) {
        return Optional.ofNullable(division.getRaftConf()
                        .getPeer(RaftPeerId.valueOf(member), RaftPeerRole.FOLLOWER, RaftPeerRole.LISTENER))
                .map(GroupPeer::of);
    }

    /** Whom this member takes for the leader; maybe itself. */
    Optional<GroupPeer> leader() {
        return Optional.ofNullable(division.getInfo().getLeaderId()).flatMap(id -> peer(id.toString()));
    }

    /** What the leader knows of the others; nothing elsewhere. */
    Map<String, MembershipRules.Progress> progress() {
        Map<String, Long> committed = division.getCommitInfos().stream()
                .collect(Collectors.toMap(
                        info -> RaftPeerId.valueOf(info.getServer().getId()).toString(),
                        CommitInfoProto::getCommitIndex,
                        Math::max));
        long own = committed();
        return division.getInfo().getRoleInfoProto().getLeaderInfo().getFollowerInfoList().stream()
                .collect(Collectors.toMap(
                        follower -> RaftPeerId.valueOf(follower.getId().getId()).toString(),
                        follower -> {
                            String id =
                                    RaftPeerId.valueOf(follower.getId().getId()).toString();
                            return new MembershipRules.Progress(
                                    Duration.ofMillis(follower.getLastRpcElapsedTimeMs()),
                                    Math.max(0, own - committed.getOrDefault(id, -1L)));
                        },
                        (one, other) -> other));
    }
}
