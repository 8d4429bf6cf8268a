// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.replica.ReconcileRules.Present;
import dev.baton.partitions.replica.ReconcileRules.View;
import dev.baton.partitions.replica.ReconcileRules.Wanted;
import dev.baton.partitions.replica.RetentionRules.Piece;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which groups and partitions a node has, and what of them is deleted. */
class GroupRulesTest {
    private static final NodeId SELF = NodeId.of("n1");
    private static final NodeId OTHER = NodeId.of("n2");

    private static Wanted wanted(List<NodeId> replicas, PartitionKey... keys) {
        return new Wanted(replicas, List.of("n1@a=h:1"), List.of(), Set.of(keys));
    }

    @Test
    void aNodeEntersWhatItIsNamedInAndLeavesWhatItIsNot() {
        View view = new View(
                5,
                Map.of(
                        1L, wanted(List.of(SELF, OTHER)),
                        2L, wanted(List.of(OTHER)),
                        3L, wanted(List.of(SELF)),
                        4L, new Wanted(List.of(SELF), List.of(), List.of(), Set.of())),
                Set.of(9L));
        ReconcileRules.Steps steps = ReconcileRules.groups(view, SELF, Set.of(2L, 3L, 8L, 9L));

        assertThat(steps.enter()).containsExactly(1L);
        assertThat(steps.leave()).containsExactly(2L);
        // Group 8 is one that this node's copy of the state does not know yet.
        assertThat(steps.drop()).containsExactly(9L);
    }

    @Test
    void aLeaderOpensWhatIsThereAndDropsWhatIsGone() {
        View view = new View(5, Map.of(1L, wanted(List.of(SELF), LoggedGroup.ONE)), Set.of());

        EntryHeader entry = ReconcileRules.partitions(view, 1, List.of(new Present(LoggedGroup.TWO, 4)), 10);
        assertThat(entry.opened()).containsExactly(new EntryHeader.Opened(LoggedGroup.ONE, 5));
        assertThat(entry.dropped()).containsExactly(LoggedGroup.TWO);
    }

    @Test
    void aPartitionThatAnotherLeaderOpenedByALaterStateIsNotDropped() {
        View old = new View(5, Map.of(1L, wanted(List.of(SELF))), Set.of());

        assertThat(ReconcileRules.partitions(old, 1, List.of(new Present(LoggedGroup.TWO, 6)), 10)
                        .dropped())
                .isEmpty();
    }

    private static LogSettings keep(long millis, long bytes) {
        return new LogSettings(millis, bytes, 1000, 1000, false);
    }

    private static final List<Piece> PIECES =
            List.of(new Piece(10, 100, 1_000), new Piece(20, 100, 2_000), new Piece(30, 50, 3_000));

    @Test
    void oldFilesGo() {
        assertThat(RetentionRules.start(PIECES, keep(500, -1), 0, 30, 2_400)).hasValue(10);
        assertThat(RetentionRules.start(PIECES, keep(500, -1), 10, 30, 2_400)).isEmpty();
        assertThat(RetentionRules.start(PIECES, keep(-1, -1), 0, 30, Long.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void asMuchAsIsWantedStays() {
        assertThat(RetentionRules.start(PIECES, keep(-1, 150), 0, 30, 0)).hasValue(10);
        assertThat(RetentionRules.start(PIECES, keep(-1, 151), 0, 30, 0)).isEmpty();
        assertThat(RetentionRules.start(PIECES, keep(-1, 0), 0, 30, 0)).hasValue(30);
    }

    @Test
    void whatIsNotCommittedStays() {
        assertThat(RetentionRules.start(PIECES, keep(0, -1), 0, 25, 9_000)).hasValue(20);
    }

    @Test
    void settingsThatMakeNoSenseCountAsNotSet() {
        assertThat(LogSettings.of(Map.of(
                        "retention.ms", "soon", "segment.bytes", "3", "max.message.bytes", "999999999", "other", "x")))
                .isEqualTo(new LogSettings(
                        LogSettings.DEFAULT.retentionMillis(),
                        -1,
                        LogSettings.DEFAULT.segmentBytes(),
                        LogSettings.MAX_MESSAGE_BYTES,
                        false));
    }

    @Test
    void aTopicThatIsToBeCompactedKeepsEverything() {
        Map<String, String> old = Map.of("retention.ms", "1", "retention.bytes", "1", "cleanup.policy", "compact");
        Map<String, String> both = Map.of("retention.ms", "1", "cleanup.policy", "compact,delete");

        assertThat(RetentionRules.start(PIECES, LogSettings.of(old), 0, 30, Long.MAX_VALUE))
                .isEmpty();
        assertThat(RetentionRules.start(PIECES, LogSettings.of(both), 0, 30, Long.MAX_VALUE))
                .hasValue(30);
    }
}
