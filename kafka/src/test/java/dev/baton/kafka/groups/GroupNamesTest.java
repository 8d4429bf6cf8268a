// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kafka.groups.GroupNames.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupNamesTest {
    private static final long SECOND = 1_000_000_000L;

    private final GroupNames names = new GroupNames(2);

    @Test
    void groupsAreListedBeforeTheFirstNewOneIsLetIn() {
        assertThat(names.let("a", 0)).isEqualTo(Verdict.LIST);
        names.listing();
        names.listed(List.of("a"), 0);

        assertThat(names.let("a", 0)).isEqualTo(Verdict.KNOWN);
        assertThat(names.let("b", 0)).isEqualTo(Verdict.NEW);
        assertThat(names.let("b", 0)).isEqualTo(Verdict.KNOWN);
        assertThat(names.let("c", 0)).isEqualTo(Verdict.FULL);
    }

    @Test
    void groupsThatAreGoneMakeRoom() {
        names.listed(List.of("a", "b"), 0);

        assertThat(names.let("c", SECOND)).isEqualTo(Verdict.LIST);
        names.listing();
        names.listed(List.of("a"), SECOND);

        assertThat(names.let("c", SECOND)).isEqualTo(Verdict.NEW);
    }

    @Test
    void groupThatIsLetInWhileOthersAreListedIsNotForgotten() {
        names.listed(List.of(), 0);
        names.listing();
        assertThat(names.let("a", 0)).isEqualTo(Verdict.NEW);
        names.listed(List.of("b"), 0);

        assertThat(names.let("a", 0)).isEqualTo(Verdict.KNOWN);
        assertThat(names.let("c", 0)).isEqualTo(Verdict.FULL);
    }

    @Test
    void thoseOfALostCoordinatorAreSeenAfterAWhile() {
        names.listed(List.of(), 0);

        assertThat(names.let("a", 9 * SECOND)).isEqualTo(Verdict.NEW);
        assertThat(names.let("b", 10 * SECOND)).isEqualTo(Verdict.LIST);
    }

    @Test
    void whatIsKnownCountsWhereGroupsCannotBeListed() {
        names.listed(List.of("a", "b"), 0);
        names.listing();
        names.notListed(SECOND);

        assertThat(names.let("c", SECOND)).isEqualTo(Verdict.FULL);
        assertThat(names.let("a", SECOND)).isEqualTo(Verdict.KNOWN);
    }
}
