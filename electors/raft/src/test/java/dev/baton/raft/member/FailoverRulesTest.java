// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailoverRulesTest {
    private static final Quorum THREE = new Quorum(Set.of("a", "b", "c"), Set.of());

    private static MemberStatus status(String member, long term, long lastTerm, long lastIndex) {
        return status(member, term, lastTerm, lastIndex, false);
    }

    private static MemberStatus status(String member, long term, long lastTerm, long lastIndex, boolean rehearsed) {
        return new MemberStatus(
                MemberRequest.ANY, member, term, lastTerm, lastIndex, lastIndex, false, rehearsed, "", List.of(), "");
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
}
