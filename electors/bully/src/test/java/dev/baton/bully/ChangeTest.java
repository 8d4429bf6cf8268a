// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.spi.Priority;
import org.junit.jupiter.api.Test;

/** What one step of a membership may do. Those that were accepted one after the other meet another membership. */
class ChangeTest {
    private static final Member FIRST = member("node1", 1, Part.FULL);
    private static final Membership TWO = Membership.formed("cluster", FIRST).with(member("node2", 2, Part.FULL));

    private static Member member(String id, long mark, Part part) {
        return new Member(
                NodeId.of(id), new Mark(mark), new Address("127.0.0.1", 2_000 + (int) mark), Priority.DEFAULT, part);
    }

    /** One voter would leave and another come in a single step, and two majorities need not share one then. */
    @Test
    void oneMemoryDoesNotTakeThePlaceOfAnother() {
        assertThat(new Change.Add(member("node2", 3, Part.FULL)).isPossible(TWO))
                .isFalse();
    }

    @Test
    void anotherMemoryComesWhenTheFormerHasLeft() {
        Membership left = TWO.without(NodeId.of("node2"), Departed.Cause.REPLACED);

        assertThat(new Change.Add(member("node2", 3, Part.FULL)).isPossible(left))
                .isTrue();
    }

    @Test
    void aMemberMayMoveOrGiveItsVoteAway() {
        assertThat(new Change.Add(member("node2", 2, Part.CANDIDATE)).isPossible(TWO))
                .isTrue();
    }

    @Test
    void theLastVoterStaysOne() {
        Membership one = Membership.formed("cluster", FIRST).with(member("node2", 2, Part.CANDIDATE));

        assertThat(new Change.Add(member("node1", 1, Part.CANDIDATE)).isPossible(one))
                .isFalse();
        assertThat(new Change.Remove(NodeId.of("node1"), Departed.Cause.ASKED).isPossible(one))
                .isFalse();
    }
}
