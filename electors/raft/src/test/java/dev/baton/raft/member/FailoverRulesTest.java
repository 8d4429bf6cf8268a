// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FailoverRulesTest {
    private static final Quorum THREE = new Quorum(Set.of("a", "b", "c"), Set.of());

    private static MemberStatus status(String member, long term, long lastTerm, long lastIndex) {
        return status(member, term, lastTerm, lastIndex, false);
    }

    private static MemberStatus status(String member, long term, long lastTerm, long lastIndex, boolean rehearsed) {
        return new MemberStatus(
                MemberRequest.ANY,
                member,
                term,
                lastTerm,
                lastIndex,
                lastIndex,
                false,
                rehearsed,
                "",
                List.of(),
                false,
                "");
    }

    private static Optional<String> objection(MemberStatus self, MemberStatus... others) {
        return FailoverRules.objection("a", self, List.of(others), THREE);
    }

    @Test
    void theLongestLogGoesFirstAndTheOtherNotAtAll() {
        MemberStatus shorter = status("b", 3, 3, 10);
        MemberStatus longer = status("c", 3, 3, 11);

        assertThat(objection(longer, shorter)).isEmpty();
        assertThat(objection(shorter, longer)).isPresent();
    }

    @Test
    void aLaterTermCountsMoreThanALongerLog() {
        MemberStatus later = status("b", 3, 3, 5);
        MemberStatus longer = status("c", 3, 2, 9);

        assertThat(objection(later, longer)).isEmpty();
        assertThat(objection(longer, later)).isPresent();
    }

    @Test
    void ofEqualLogsTheLowerIdGoes() {
        assertThat(objection(status("b", 3, 3, 10), status("c", 3, 3, 10))).isEmpty();
        assertThat(objection(status("c", 3, 3, 10), status("b", 3, 3, 10))).isPresent();
    }

    @Test
    void ofEqualLogsThatOfAProcessThatHasRehearsedGoesAndALongerOneBeforeIt() {
        MemberStatus fresh = status("b", 3, 3, 10);
        MemberStatus rehearsed = status("c", 3, 3, 10, true);
        MemberStatus longer = status("b", 3, 3, 11);

        assertThat(objection(rehearsed, fresh)).isEmpty();
        assertThat(objection(fresh, rehearsed)).isPresent();
        assertThat(objection(longer, rehearsed)).isEmpty();
    }

    @Test
    void withoutAnAnswerNoneGoes() {
        assertThat(objection(status("b", 3, 3, 10))).isPresent();
    }

    @Test
    void anotherTermIsOthersBusiness() {
        assertThat(objection(status("b", 3, 3, 10), status("c", 4, 3, 10))).isPresent();
    }

    @Test
    void oneWithoutAVoteDoesNotGo() {
        assertThat(objection(status("d", 3, 3, 10), status("b", 3, 3, 9), status("c", 3, 3, 9)))
                .isPresent();
    }

    @Test
    void ofFiveAMajorityMustAnswerAndTheBestOfItGoes() {
        Quorum five = new Quorum(Set.of("a", "b", "c", "d", "e"), Set.of());
        MemberStatus self = status("b", 3, 3, 10);

        assertThat(FailoverRules.objection("a", self, List.of(status("c", 3, 3, 10)), five))
                .isPresent();
        assertThat(FailoverRules.objection("a", self, List.of(status("c", 3, 3, 10), status("d", 3, 3, 9)), five))
                .isEmpty();
    }

    private static MemberStatus following(String member, String leader) {
        return new MemberStatus(MemberRequest.ANY, member, 3, 3, 10, 10, false, false, leader, List.of(), false, "");
    }

    private static Optional<String> atStart(boolean isPatient, MemberStatus self, MemberStatus... others) {
        return FailoverRules.objectionAtStart(self, List.of(others), THREE, isPatient);
    }

    @Test
    void atTheStartOfAGroupOneOfItsMembersElectsWithoutWaiting() {
        MemberStatus a = status("a", 0, 0, -1);
        MemberStatus b = status("b", 0, 0, -1);
        MemberStatus c = status("c", 0, 0, -1);

        assertThat(atStart(true, a, b, c)).isEmpty();
        assertThat(atStart(true, b, a, c))
                .hasValueSatisfying(why -> assertThat(why).startsWith("a goes first"));
        assertThat(atStart(true, c, a, b)).isPresent();
    }

    @Test
    void atTheStartTheOthersAreWaitedForAWhileSinceTheirLogsMayBeLonger() {
        MemberStatus shorter = status("b", 3, 3, 10);

        assertThat(atStart(true, status("a", 3, 3, 10), shorter)).isPresent();
        assertThat(atStart(false, status("a", 3, 3, 10), shorter)).isEmpty();
        assertThat(atStart(false, status("a", 3, 3, 10))).isPresent();
        assertThat(atStart(true, status("a", 3, 3, 10), shorter, status("c", 3, 3, 11)))
                .isPresent();
    }

    @Test
    void aMemberThatStartsDisturbsNoLeaderThatOthersFollow() {
        MemberStatus back = status("a", 3, 3, 10);

        assertThat(atStart(false, back, following("b", "h:3")))
                .hasValueSatisfying(why -> assertThat(why).contains("follows the leader at h:3"));
    }

    @Test
    void aLeaderAtWhoseAddressAnotherMemberAnswersHasEnded() {
        GroupPeer leader = new GroupPeer("a@1", "host:1");
        Throwable unsent = new CompletionException(new PeerCalls.NotSentException("nothing listens", null));

        assertThat(FailoverRules.standing(leader, status("a@1", 3, 3, 10), null))
                .isEqualTo(FailoverRules.Standing.THERE);
        assertThat(FailoverRules.standing(leader, status("a@2", 3, 3, 10), null))
                .as("its node, with an empty disk")
                .isEqualTo(FailoverRules.Standing.ENDED);
        assertThat(FailoverRules.standing(leader, null, unsent)).isEqualTo(FailoverRules.Standing.ENDED);
        assertThat(FailoverRules.standing(leader, null, new TimeoutException()))
                .isEqualTo(FailoverRules.Standing.UNKNOWN);
    }
}
