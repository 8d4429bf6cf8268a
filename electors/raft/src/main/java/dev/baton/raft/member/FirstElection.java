// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a group elect as soon as its members are there, when it is formed or all of them are started again, instead of
 * waiting for a timeout. Ends with the first leader that is seen. Whatever it misses is left to the timeouts of Ratis.
 */
final class FirstElection {
    private static final Logger LOG = LoggerFactory.getLogger(FirstElection.class);
    private static final Duration LOOK = Duration.ofMillis(25);
    /** A busy machine takes its time: with a short limit, members that are there would be missed. */
    private static final Duration ANSWER = Duration.ofSeconds(1);

    /** How long to wait for all members; then a majority is enough. */
    private static final int PATIENT_LOOKS = 12;

    private static final int MAX_LOOKS = 80;

    private final PeerCalls peers;
    private final LeaderWatch.Member member;
    private int looks;

    FirstElection(PeerCalls peers, LeaderWatch.Member member) {
        this.peers = peers;
        this.member = member;
    }

    void start() {
        member.later(LOOK, this::look);
    }

    /** One look at a time: on the timer, or when all have answered. */
    private void look() {
        Optional<Division> division = member.division();
        if (division.isEmpty()) {
            start();
            return;
        }
        boolean votes =
                division.get().quorum().current().contains(division.get().member());
        if (division.get().leader().isPresent() || !votes || looks++ >= MAX_LOOKS) {
            return;
        }
        Quorum quorum = division.get().quorum();
        Futures.then(
                VoterReplies.of(peers, division.get(), Set.of(division.get().member()), ANSWER),
                (answers, none) -> decide(answers, quorum));
    }

    private void decide(List<MemberStatus> answers, Quorum quorum) {
        MemberStatus self = member.status();
        Optional<String> objection = self.leader().isEmpty()
                ? FailoverRules.objectionAtStart(self, answers, quorum, looks <= PATIENT_LOOKS)
                : Optional.of("there is a leader");
        if (objection.isPresent()) {
            start();
            return;
        }
        LOG.atLevel(LeaderWarmUp.level(self.member()))
                .log("All voters that answer know no leader: {} starts an election", self.member());
        // Once: a term has one attempt.
        member.onOwnThread(() -> member.startElection(self.member()));
    }
}
