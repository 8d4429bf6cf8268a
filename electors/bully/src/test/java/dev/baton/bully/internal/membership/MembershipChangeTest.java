// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.spi.Priority;
import org.junit.jupiter.api.Test;

/** What one step of a membership may do. Those that were accepted one after the other meet another membership. */
class MembershipChangeTest {
    private static final BullyMember FIRST = member("node1", 1, MemberRole.FULL);
    private static final Membership TWO = Membership.formed("cluster", FIRST).with(member("node2", 2, MemberRole.FULL));

    private static BullyMember member(String id, long mark, MemberRole part) {
        return new BullyMember(
                NodeId.of(id), new StateId(mark), new Address("127.0.0.1", 2_000 + (int) mark), Priority.DEFAULT, part);
    }

    /** One voter would leave and another come in a single step, and two majorities need not share one then. */
    @Test
    void oneMemoryDoesNotTakeThePlaceOfAnother() {
        assertThat(new MembershipChange.Add(member("node2", 3, MemberRole.FULL)).isPossible(TWO))
                .isFalse();
    }

    @Test
    void anotherMemoryComesWhenTheFormerHasLeft() {
        Membership left = TWO.without(NodeId.of("node2"), FormerMember.Cause.REPLACED);

        assertThat(new MembershipChange.Add(member("node2", 3, MemberRole.FULL)).isPossible(left))
                .isTrue();
    }

    @Test
    void aMemberMayMoveOrGiveItsVoteAway() {
        assertThat(new MembershipChange.Add(member("node2", 2, MemberRole.CANDIDATE)).isPossible(TWO))
                .isTrue();
    }

    @Test
    void theLastVoterStaysOne() {
        Membership one = Membership.formed("cluster", FIRST).with(member("node2", 2, MemberRole.CANDIDATE));

        assertThat(new MembershipChange.Add(member("node1", 1, MemberRole.CANDIDATE)).isPossible(one))
                .isFalse();
        assertThat(new MembershipChange.Remove(NodeId.of("node1"), FormerMember.Cause.ASKED).isPossible(one))
                .isFalse();
    }
}
