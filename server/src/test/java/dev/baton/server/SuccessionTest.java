// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.CandidateView;
import dev.baton.server.view.Succession;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of succession that a node shows is the one by which its elector chooses. */
class SuccessionTest {
    @Test
    void ofEquallyPreferredBullyNodesTheHighestIdIsNext() {
        assertThat(inOrder(bully(""), like("n2", 100), like("n10", 100), like("n9", 90)))
                .containsExactly("n10", "n2", "n9");
    }

    @Test
    void theOrderOfIdsCanBeChosen() {
        assertThat(inOrder(bully(", id_order: lexicographic"), like("n2", 100), like("n10", 100)))
                .containsExactly("n2", "n10");
    }

    @Test
    void withoutBullyTheSmallestIdIsShownFirst() {
        Succession standalone =
                NodeConfig.parse("node: {id: n1}\n", Map.of()).elector().succession();

        assertThat(inOrder(standalone, like("n2", 100), like("n1", 100))).containsExactly("n1", "n2");
    }

    @Test
    void aBullyNodeIsPreferredAsFarAsBothOfItsPrioritiesGo() {
        assertThat(bully(", priority: 40").most().value()).isEqualTo(40);
    }

    @Test
    void aWitnessFollowsNobody() {
        assertThat(bully(", part: witness").leads()).isFalse();
        assertThat(bully("").leads()).isTrue();
    }

    private static Succession bully(String more) {
        return NodeConfig.parse(
                        "elector: {type: bully, bully: {user: cluster_user, password: cluster_pass%s}}".formatted(more),
                        Map.of())
                .elector()
                .succession();
    }

    private static CandidateView like(String node, int priority) {
        return new CandidateView(node, "STANDBY", true, priority, null);
    }

    private static List<String> inOrder(Succession succession, CandidateView... candidates) {
        return Stream.of(candidates)
                .sorted(succession.order())
                .map(CandidateView::node)
                .toList();
    }
}
