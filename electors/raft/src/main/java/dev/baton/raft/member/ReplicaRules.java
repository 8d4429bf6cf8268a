// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a group with data comes to be where it should: one change at a time, decided by its leader.
 *
 * <ol>
 *   <li>A wanted member begins as a listener, one at a time, since each copies everything. A former member of the same
 *       node goes as it comes: its storage is gone.
 *   <li>A listener that has caught up gets a vote.
 *   <li>Members that are not wanted go once all wanted ones vote, so that there are never fewer copies than wanted.
 *   <li>A leader that is not wanted hands the lead on when it is the last one to go.
 *   <li>The lead is handed only to a member that answers, in this term: while the engine waits for one that does not,
 *       nothing is written.
 * </ol>
 */
final class ReplicaRules {
    private final long maxLag;
    private final Duration maxSilence;

    ReplicaRules(long maxLag, Duration maxSilence) {
        this.maxLag = maxLag;
        this.maxSilence = maxSilence;
    }

    /**
     * @param mayCopy whether a further member may begin to copy
     * @return the next configuration; nothing if there is nothing to do yet
     */
    Optional<GroupConfiguration> next(
            GroupConfiguration now,
            List<GroupPeer> wanted,
            String self,
            Map<String, MembershipRules.Progress> progress,
            boolean mayCopy) {
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Optional<GroupPeer> uncalled = now.listeners().stream()
                .filter(listener -> !contains(wanted, listener))
                .min(Comparator.comparing(GroupPeer::id));
        if (uncalled.isPresent()) {
            return uncalled.map(now::without);
        }
        Optional<GroupPeer> ready = now.listeners().stream()
                .filter(listener -> isReady(progress.get(listener.id())))
                .min(Comparator.comparing(GroupPeer::id));
        if (ready.isPresent()) {
            return ready.map(now::withVoter);
        }
        Optional<GroupPeer> missing = wanted.stream()
                .filter(peer -> now.member(peer.id()).isEmpty())
                .min(Comparator.comparing(GroupPeer::id));
        if (missing.isPresent()) {
            return mayCopy && now.listeners().isEmpty() ? added(now, missing.get(), self) : Optional.empty();
        }
        if (!now.listeners().isEmpty()) {
            return Optional.empty();
        }
        return now.voters().stream()
                .filter(voter -> !contains(wanted, voter) && !voter.id().equals(self))
                .min(Comparator.comparing(GroupPeer::id))
                .map(now::without);
    }

    private static Optional<GroupConfiguration> added(GroupConfiguration now, GroupPeer peer, String self) {
        GroupConfiguration next = now;
        for (GroupPeer former : now.all()) {
            if (former.node().equals(peer.node()) && !former.id().equals(self)) {
                next = next.without(former);
            }
        }
        return next.voters().isEmpty() ? Optional.empty() : Optional.of(next.withListener(peer));
    }

    /** To whom a leader that is not wanted gives the lead, when all others are as they should be. */
    Optional<GroupPeer> successor(
            GroupConfiguration now,
            List<GroupPeer> wanted,
            String self,
            Map<String, MembershipRules.Progress> progress) {
        boolean isLast = !wanted.isEmpty()
                && wanted.stream().noneMatch(peer -> peer.id().equals(self))
                && now.listeners().isEmpty()
                && wanted.stream().allMatch(peer -> contains(now.voters(), peer));
        return isLast
                ? wanted.stream()
                        .filter(peer -> mayLead(progress.get(peer.id())))
                        .findFirst()
                : Optional.empty();
    }

    /** Whether a voter would take the lead over at once. */
    boolean mayLead(MembershipRules.@Nullable Progress it) {
        return it != null && isReady(it) && it.silent().compareTo(RatisSettings.MIN_TIMEOUT) < 0;
    }

    private static boolean contains(List<GroupPeer> peers, GroupPeer peer) {
        return peers.stream().anyMatch(it -> it.id().equals(peer.id()));
    }

    private boolean isReady(MembershipRules.@Nullable Progress it) {
        return it != null && it.lag() <= maxLag && it.silent().compareTo(maxSilence) < 0;
    }
}
