// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who is in a group, and who of them votes: one change at a time, decided by the leader.
 *
 * <ol>
 *   <li>A new member begins as a listener. It is made a voter once it has caught up, while there are fewer voters than
 *       wanted: the largest odd number of members that is not above the cap. A listener that is away, or behind, does not
 *       count.
 *   <li>A member whose node comes back with another storage is removed as that one enters: it cannot come back.
 *   <li>A voter that has not answered for a long time gives its vote to a listener, and is one itself from then on: if it
 *       comes back, it catches up with what it has. Without a listener it stays a voter, for fewer voters would survive no
 *       more than the others do.
 *   <li>The last voter cannot leave.
 * </ol>
 */
final class MembershipRules {
    private final int maxVoters;
    private final Duration goneAfter;
    private final long maxLag;

    /**
     * What the leader knows of a member.
     *
     * @param silent since it answered last; nothing if it never has in this term
     * @param lag how many committed entries it is behind
     */
    record Progress(Duration silent, long lag) {}

    MembershipRules(int maxVoters, Duration goneAfter, long maxLag) {
        this.maxVoters = maxVoters;
        this.goneAfter = goneAfter;
        this.maxLag = maxLag;
    }

    /** The members whose place another one takes: its node's former self, and the one that was at its address. */
    static List<GroupPeer> replacedBy(GroupPeer joiner, GroupConfiguration now) {
        return now.all().stream()
                .filter(former -> !former.id().equals(joiner.id()))
                .filter(former -> former.node().equals(joiner.node())
                        || former.authority().equals(joiner.authority()))
                .toList();
    }

    /** @return the next configuration; nothing if the member is in it already, as it asks to be */
    Optional<GroupConfiguration> join(GroupConfiguration now, GroupPeer joiner) {
        Optional<GroupPeer> known = now.member(joiner.id());
        if (known.isPresent()) {
            return Optional.empty();
        }
        GroupConfiguration next = now;
        for (GroupPeer former : replacedBy(joiner, now)) {
            next = next.without(former);
        }
        if (next.voters().isEmpty()) {
            throw new IllegalArgumentException(joiner + " would take the place of the last voter");
        }
        return Optional.of(next.withListener(joiner));
    }

    /**
     * @return the next configuration; nothing if the node is not in it
     * @throws IllegalArgumentException if it is the last voter
     */
    Optional<GroupConfiguration> leave(GroupConfiguration now, NodeId node) {
        Optional<GroupPeer> member =
                now.all().stream().filter(peer -> peer.node().equals(node)).findFirst();
        Optional<GroupConfiguration> next = member.map(now::without);
        if (next.isPresent() && next.get().voters().isEmpty()) {
            throw new IllegalArgumentException(node + " is the last voter");
        }
        return next;
    }

    /** What the leader does by itself, looking at the others from time to time. */
    Optional<GroupConfiguration> tend(GroupConfiguration now, String leader, Map<String, Progress> progress) {
        List<GroupPeer> listeners = now.listeners().stream()
                .filter(listener -> isReady(progress.get(listener.id())))
                .sorted(Comparator.comparing(GroupPeer::id))
                .toList();
        if (listeners.isEmpty()) {
            return Optional.empty();
        }
        GroupPeer ready = listeners.get(0);
        if (now.voters().size() < wanted(now.voters().size() + listeners.size())) {
            return Optional.of(now.withVoter(ready));
        }
        return now.voters().stream()
                .filter(voter -> !voter.id().equals(leader))
                .filter(voter -> isGone(progress.get(voter.id())))
                .min(Comparator.comparing(GroupPeer::id))
                .map(gone -> now.withListener(gone).withVoter(ready));
    }

    /** @param fit those that vote, and those that could */
    private int wanted(int fit) {
        int most = Math.min(maxVoters, fit);
        return most % 2 == 0 ? most - 1 : most;
    }

    private boolean isReady(@org.jspecify.annotations.Nullable Progress it) {
        return it != null && it.lag() <= maxLag && it.silent().compareTo(RatisSettings.MAX_TIMEOUT) < 0;
    }

    private boolean isGone(@org.jspecify.annotations.Nullable Progress it) {
        return it != null && it.silent().compareTo(goneAfter) >= 0;
    }

    /** For messages. */
    static List<String> names(List<GroupPeer> peers) {
        return peers.stream().map(GroupPeer::id).sorted().toList();
    }
}
