// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How the members of a group look from one of them. */
final class MemberViews {
    private MemberViews() {}

    static List<MemberView> of(Division division) {
        GroupConfiguration configuration = division.configuration();
        Map<String, MembershipRules.Progress> progress = division.progress();
        String leader = division.leader().map(GroupPeer::id).orElse("");
        return Stream.concat(
                        configuration.voters().stream().map(peer -> of(peer, voter(peer, leader), progress)),
                        configuration.listeners().stream().map(peer -> of(peer, MemberView.Role.LISTENER, progress)))
                .sorted(Comparator.comparing(MemberView::id))
                .toList();
    }

    private static MemberView.Role voter(GroupPeer peer, String leader) {
        return peer.id().equals(leader) ? MemberView.Role.LEADER : MemberView.Role.VOTER;
    }

    private static MemberView of(GroupPeer peer, MemberView.Role role, Map<String, MembershipRules.Progress> progress) {
        Optional<MembershipRules.Progress> known = Optional.ofNullable(progress.get(peer.id()));
        return new MemberView(
                peer.node(),
                peer.id(),
                peer.authority(),
                role,
                known.map(MembershipRules.Progress::lag),
                known.map(MembershipRules.Progress::silent));
    }

    /** The voter that has caught up best, for the leader to hand over to. */
    static Optional<MemberView> next(List<MemberView> members) {
        return members.stream()
                .filter(it -> it.role() == MemberView.Role.VOTER)
                .filter(it -> it.silent()
                        .filter(silent -> silent.compareTo(RatisSettings.MIN_TIMEOUT) < 0)
                        .isPresent())
                .min(Comparator.comparing(it -> it.lag().orElse(Long.MAX_VALUE)));
    }
}
