// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import org.junit.jupiter.api.Test;

/** Where partitions may be: pins, bans, draining workers, and none at all. */
class AllocatorPlacementTest extends AllocatorFixture {
    @Test
    void withoutWorkersEverythingIsUnassignedAndSaysWhy() {
        list(2);

        AllocatorRound round = played();

        assertThat(round.writes()).isEmpty();
        assertThat(round.report().lists().get(0).unassigned())
                .extracting(WorkReport.Unassigned::reason)
                .containsOnly("no worker takes partitions");
    }

    @Test
    void aPinToAWorkerThatIsNotThereLeavesThePartitionUnassignedAndSaysWhy() {
        list(2);
        live("a", 1);
        rules.add(PlacementRule.pin(LIST.partition(1), NodeId.of("absent")));

        AllocatorRound round = played();

        assertThat(round.report().assigned()).isEqualTo(1);
        assertThat(round.report().lists().get(0).unassigned().get(0).reason())
                .isEqualTo("it is pinned to absent, which is absent");
    }

    @Test
    void aPinToAWorkerThatCannotHaveThePartitionSaysWhatIsWrong() {
        list(2);
        live("a", 1);
        live("b", 1);
        workers.set(0, workers.get(0).withDraining(true));
        rules.add(PlacementRule.pin(LIST.partition(0), NodeId.of("a")));
        rules.add(PlacementRule.pin(LIST.partition(1), NodeId.of("b")));
        rules.add(PlacementRule.ban(LIST, NodeId.of("b")));

        AllocatorRound round = played();

        assertThat(round.report().lists().get(0).unassigned())
                .extracting(WorkReport.Unassigned::reason)
                .containsExactly(
                        "it is pinned to a, which takes no partitions now",
                        "it is pinned to b, which it is banned from");
    }

    @Test
    void aPartitionThatIsBannedFromEveryWorkerSaysSo() {
        list(1);
        live("a", 1);
        rules.add(PlacementRule.ban(LIST.partition(0), NodeId.of("a")));
        rules.add(PlacementRule.ban(LIST.partition(0), NodeId.of("absent")));

        assertThat(played().report().lists().get(0).unassigned())
                .extracting(WorkReport.Unassigned::reason)
                .containsExactly("it is banned from every worker that takes partitions");
    }

    @Test
    void aPinOfAPartitionThatIsNoLongerThereIsIgnored() {
        list(1);
        live("a", 1);
        rules.add(PlacementRule.pin(LIST.partition(7), NodeId.of("a")));
        rules.add(PlacementRule.ban(TaskListName.of("gone"), NodeId.of("a")));

        assertThat(played().report().assigned()).isEqualTo(1);
    }

    @Test
    void aBannedWorkerGivesUpWhatItHas() {
        list(2);
        live("a", 1);
        played();
        live("b", 1);
        rules.add(PlacementRule.ban(LIST, NodeId.of("a")));

        played();

        assertThat(states()).containsOnly(AssignmentState.RELEASING);
    }

    @Test
    void aDrainingWorkerIsAskedToReleaseEverything() {
        list(2);
        live("a", 1);
        played();
        live("b", 1);
        workers.set(0, workers.get(0).withDraining(true));

        played();

        assertThat(states()).containsOnly(AssignmentState.RELEASING);
    }

    @Test
    void aPartitionThatIsPinnedTwiceStaysOnOneWorkerAndTheOtherPinIsReported() {
        list(2);
        live("a", 1);
        live("b", 1);
        PlacementRule first = PlacementRule.pin(LIST.partition(0), NodeId.of("a"));
        PlacementRule second = PlacementRule.pin(LIST.partition(0), NodeId.of("b"));
        rules.add(second);
        rules.add(first);

        AllocatorRound round = played();

        assertThat(row(0).isOwnedBy(Session.of("a", 1))).isTrue();
        assertThat(round.report().assigned()).isEqualTo(2);
        assertThat(round.report().ignored()).containsExactly(second);
    }
}
