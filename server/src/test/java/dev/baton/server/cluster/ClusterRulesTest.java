// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import static dev.baton.server.cluster.Views.seen;
import static dev.baton.server.cluster.Views.sees;
import static dev.baton.server.cluster.Views.self;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.admin.CandidateView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LocalView;
import dev.baton.server.view.Succession;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterRulesTest {
    private static ElectionView merge(LocalView... answers) {
        List<ElectionView> merged = ClusterRules.elections(List.of(answers), Succession.BY_PRIORITY.order());
        assertThat(merged).hasSize(1);
        return merged.get(0);
    }

    @Test
    void theHighestEpochCounts() {
        assertThat(merge(sees("a", seen("x", 7)), sees("b", seen("y", 9)), sees("c", seen("x", 8)))
                        .leader())
                .extracting(it -> it.node())
                .isEqualTo("y");
    }

    @Test
    void theLeadersOwnWordCountsMoreThanThatOfOthers() {
        assertThat(merge(sees("a", seen("b", 7)), sees("b", self("b", 7)), sees("c", seen("b", 7)))
                        .leader())
                .extracting(it -> it.leaseLeftMs())
                .isEqualTo(1_000L);
    }

    @Test
    void whoDeniesThatItLeadsDoesNotLead() {
        assertThat(merge(sees("a", seen("b", 7)), sees("b", null)).leader()).isNull();
    }

    @Test
    void whoDoesNotAnswerIsBelievedToLead() {
        assertThat(merge(sees("a", seen("gone", 7)), sees("b", null)).leader())
                .extracting(it -> it.node())
                .isEqualTo("gone");
    }

    @Test
    void candidatesStandInTheOrderOfSuccession() {
        ElectionView merged = merge(
                sees("a", 100, false, seen("d", 3)),
                sees("b", 90, true, seen("d", 3)),
                sees("c", 100, true, seen("d", 3)),
                sees("d", 10, true, self("d", 3)));

        assertThat(merged.candidates())
                .extracting(CandidateView::node, CandidateView::next)
                .containsExactly(tuple("d", null), tuple("c", 1), tuple("b", 2), tuple("a", null));
    }
}
