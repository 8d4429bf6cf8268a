// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.LeadershipView;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryRulesTest {
    private static LeadershipView leadership(String node, long epoch, long from, Long to, String reason) {
        return new LeadershipView(
                "orders",
                node,
                Views.incarnation(node),
                epoch,
                Instant.ofEpochMilli(from),
                to == null ? null : Instant.ofEpochMilli(to),
                reason,
                null);
    }

    private static LeadershipView after(long gap, LeadershipView it) {
        return new LeadershipView(
                it.election(), it.node(), it.incarnation(), it.epoch(), it.from(), it.to(), it.reason(), gap);
    }

    private static HistoryRules.NodeHistory said(String node, LeadershipView... leaderships) {
        return new HistoryRules.NodeHistory(Views.incarnation(node), List.of(leaderships));
    }

    @Test
    void theLeadersOwnWordCounts() {
        List<LeadershipView> merged = HistoryRules.merge(
                List.of(
                        said(
                                "b",
                                after(20, leadership("b", 2, 540, null, null)),
                                leadership("a", 1, 130, 520L, "RELEASED")),
                        said(
                                "a",
                                after(60, leadership("b", 2, 560, null, null)),
                                leadership("a", 1, 100, 500L, "RESIGNED"))),
                10);

        assertThat(merged)
                .satisfiesExactly(
                        now -> {
                            assertThat(now.from()).isEqualTo(Instant.ofEpochMilli(540));
                            assertThat(now.gapMs()).isEqualTo(20);
                        },
                        before -> {
                            assertThat(before.from()).isEqualTo(Instant.ofEpochMilli(100));
                            assertThat(before.reason()).isEqualTo("RESIGNED");
                        });
    }

    @Test
    void ofAGapThatTheLeaderDidNotSeeTheLongestThatWasSeenCounts() {
        List<LeadershipView> merged = HistoryRules.merge(
                List.of(
                        said("a", after(10, leadership("b", 2, 540, null, null))),
                        said("b", leadership("b", 2, 540, null, null)),
                        said("c", leadership("b", 2, 540, null, null)),
                        said("d", after(30, leadership("b", 2, 540, null, null)))),
                10);

        assertThat(merged).singleElement().extracting(LeadershipView::gapMs).isEqualTo(30L);
    }

    @Test
    void aPausedLeaderThatTellsOfItsEndTooLateWasHeardOfLastBeforeTheGap() {
        List<LeadershipView> merged = HistoryRules.merge(
                List.of(
                        said("a", leadership("a", 1, 100, 9_000L, "DEADLINE")),
                        said("b", after(3_000, leadership("b", 2, 5_000, null, null)))),
                10);

        assertThat(merged.get(1).to()).isEqualTo(Instant.ofEpochMilli(2_000));
    }

    @Test
    void anEndThatTheLeaderCouldNotTellIsTakenFromOthers() {
        List<LeadershipView> merged = HistoryRules.merge(
                List.of(
                        said("a", leadership("a", 1, 100, null, null)),
                        said("b", leadership("a", 1, 130, 520L, "EXPIRED"))),
                10);

        assertThat(merged).singleElement().satisfies(it -> {
            assertThat(it.from()).isEqualTo(Instant.ofEpochMilli(100));
            assertThat(it.to()).isEqualTo(Instant.ofEpochMilli(520));
            assertThat(it.reason()).isEqualTo("EXPIRED");
        });
    }

    @Test
    void whoSawTheEndCountsMoreThanWhoOnlySawTheNext() {
        List<LeadershipView> merged = HistoryRules.merge(
                List.of(
                        said("b", leadership("a", 1, 100, 560L, "REPLACED")),
                        said("c", leadership("a", 1, 130, 520L, "RELEASED"))),
                10);

        assertThat(merged).singleElement().extracting(LeadershipView::reason).isEqualTo("RELEASED");
    }

    @Test
    void theNewestAreGivenAndEachEpochOnce() {
        List<LeadershipView> merged = HistoryRules.merge(
                List.of(
                        said("a", leadership("a", 3, 3, null, null), leadership("a", 1, 1, 2L, "RESIGNED")),
                        said("b", leadership("a", 3, 3, null, null), leadership("b", 2, 2, 3L, "RESIGNED"))),
                2);

        assertThat(merged).extracting(LeadershipView::epoch).containsExactly(3L, 2L);
    }
}
