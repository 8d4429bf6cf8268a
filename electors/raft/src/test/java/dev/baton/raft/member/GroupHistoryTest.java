// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds what must not happen. */
class GroupHistoryTest {
    private final GroupHistory history =
            new GroupHistory().add("a", List.of("leads 1", "commit 5", "hash 5 x", "leaders 7 1=a:3,2=b:4"));

    @Test
    void whatARestartedMemberSaysAgainIsFine() {
        history.add("b", List.of("alone", "commit 1", "leads 2", "commit 9", "hash 5 x", "leaders 7 1=a:3,2=b:4"))
                .add("a", List.of("commit 0", "hash 9 y", "leaders 9 1=b:4,2=b:4 topics 3 77", "leads 3"))
                .check();

        assertThat(history.versions()).isEqualTo(2);
    }

    @Test
    void twoLeadersOfATermAndATermThatFallsAreFound() {
        assertThatThrownBy(() -> history.add("b", List.of("leads 1"))).hasMessageContaining("the leader of term 1");
        assertThatThrownBy(() -> history.add("a", List.of("leads 5", "leads 4")))
                .hasMessageContaining("latest term");
    }

    @Test
    void aCommitIndexThatFallsIsFound() {
        assertThatThrownBy(() -> history.add("b", List.of("commit 7", "commit 6")))
                .hasMessageContaining("commit of b");
    }

    @Test
    void statesAndLeadersThatDifferAreFound() {
        assertThatThrownBy(() -> history.add("b", List.of("hash 5 y"))).hasMessageContaining("state at index 5");
        assertThatThrownBy(() -> history.add("b", List.of("leaders 7 1=a:3,2=c:4")))
                .hasMessageContaining("leaders in version 7");
    }

    @Test
    void anEpochThatFallsIsFound() {
        history.add("b", List.of("leaders 8 1=a:2,2=b:4"));

        assertThatThrownBy(history::check).hasMessageContaining("epoch of group 1 in version 8");
    }

    @Test
    void anEpochWithTwoLeadersIsFound() {
        history.add("b", List.of("leaders 8 1=a:3,2=c:4"));

        assertThatThrownBy(history::check).hasMessageContaining("epoch of group 2 in version 8");
    }
}
