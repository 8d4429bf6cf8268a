// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which member starts an election when the leader's process has ended, instead of waiting for a timeout. For the log an election
 * may start at any time; it only must not be lost, for a term has one attempt. So the voters compare: the one with the
 * longest log goes first, and alone; of equal ones that of a process that has rehearsed its lead. Without the answers of
 * a majority none does.
 */
final class FailoverRules {
    private static final Comparator<MemberStatus> BEST = Comparator.comparingLong(MemberStatus::lastTerm)
            .thenComparingLong(MemberStatus::lastIndex)
            .thenComparing(MemberStatus::rehearsed)
            .thenComparing(MemberStatus::member, Comparator.reverseOrder());

    /** Whether the leader's process is there, judged by what answers at its address after a connection to it was lost. */
    enum Standing {
        THERE,
        ENDED,
        /** Nothing that proves either. */
        UNKNOWN
    }

    private FailoverRules() {}

    /**
     * @param answer of the member that is at the leader's address
     * @param problem why there is no answer
     */
    static Standing standing(GroupPeer leader, @Nullable MemberStatus answer, @Nullable Throwable problem) {
        if (answer != null) {
            // One process listens at an address: if that is another member, the leader's process is not there.
            return answer.member().equals(leader.id()) ? Standing.THERE : Standing.ENDED;
        }
        return Futures.cause(problem) instanceof PeerCalls.NotSentException ? Standing.ENDED : Standing.UNKNOWN;
    }

    /**
     * Of a group that has just been formed, or started again: there is no member to wait for then.
     *
     * @param others what other voters answered
     * @param isPatient whether to wait for voters that have not answered yet, since they may have longer logs
     * @return why not; nothing if this member is to start an election
     */
    static Optional<String> objectionAtStart(
            MemberStatus self, Collection<MemberStatus> others, Quorum quorum, boolean isPatient) {
        if (isPatient && others.size() + 1 < quorum.current().size()) {
            return Optional.of("only " + others.size() + " others answered");
        }
        for (MemberStatus other : others) {
            if (!other.leader().isEmpty()) {
                return Optional.of(other.member() + " follows the leader at " + other.leader());
            }
        }
        return objection("", self, others, quorum);
    }

    /**
     * @param self of the member that asks itself
     * @param others what other voters answered, after the end of the leader was noticed
     * @return why not; nothing if this member is to start an election
     */
    static Optional<String> objection(
            String leader, MemberStatus self, Collection<MemberStatus> others, Quorum quorum) {
        Set<String> answered = new HashSet<>(Set.of(self.member()));
        for (MemberStatus other : others) {
            if (other.term() != self.term()) {
                return Optional.of(other.member() + " is in term " + other.term() + ", not in " + self.term());
            }
            if (other.leads()) {
                return Optional.of(other.member() + " leads");
            }
            if (!other.member().equals(leader)) {
                answered.add(other.member());
            }
        }
        if (!quorum.current().contains(self.member())) {
            return Optional.of("it does not vote");
        }
        if (!quorum.isReachedBy(answered)) {
            return Optional.of("only " + answered + " answered");
        }
        return others.stream()
                .filter(other -> quorum.current().contains(other.member()))
                .filter(other -> BEST.compare(other, self) > 0)
                .max(BEST)
                .map(better -> better.member() + " goes first: it has entry " + better.lastIndex() + " of term "
                        + better.lastTerm() + (better.rehearsed() ? ", and has rehearsed" : ""));
    }
}
