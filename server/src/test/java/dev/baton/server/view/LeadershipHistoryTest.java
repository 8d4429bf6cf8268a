// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.LeadershipView;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeadershipHistoryTest {
    private final LeadershipHistory history = new LeadershipHistory(3);

    private static Leader leader(String node, long epoch) {
        return new Leader(
                ElectionName.of("orders"),
                new Node(NodeId.of(node), new Incarnation(epoch)),
                Epoch.of(epoch),
                Endpoints.NONE);
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    @Test
    void aGapIsTheTimeBetweenAnEndAndTheNextBegin() {
        history.began(leader("a", 1), at(100));
        history.ended(1, at(500), "RESIGNED");
        history.began(leader("b", 2), at(530));

        assertThat(history.newest(10))
                .satisfiesExactly(
                        now -> {
                            assertThat(now.node()).isEqualTo("b");
                            assertThat(now.gapMs()).isEqualTo(30);
                            assertThat(now.to()).isNull();
                        },
                        before -> {
                            assertThat(before.to()).isEqualTo(at(500));
                            assertThat(before.reason()).isEqualTo("RESIGNED");
                            assertThat(before.gapMs()).isNull();
                        });
        assertThat(history.handOvers()).isEqualTo(1);
    }

    @Test
    void whoCameAfterTheLastSignOfALeaderKnowsTheWholeGap() {
        history.began(leader("a", 1), at(3_000));
        history.ended(1, at(2_000), "EXPIRED");
        history.began(leader("b", 2), at(5_000));

        assertThat(history.newest(2)).extracting(LeadershipView::gapMs).containsExactly(3_000L, null);
        assertThat(history.newest(2)).extracting(LeadershipView::from).containsExactly(at(5_000), at(2_000));
    }

    @Test
    void whatWasSaidFirstOfAnEndHolds() {
        history.began(leader("a", 1), at(100));
        history.ended(1, at(500), "RESIGNED");
        history.ended(1, at(900), "RELEASED");

        assertThat(history.newest(1))
                .singleElement()
                .extracting(LeadershipView::reason)
                .isEqualTo("RESIGNED");
    }

    @Test
    void anEndThatNobodySawHasNoGap() {
        history.began(leader("a", 1), at(100));
        history.began(leader("b", 2), at(200));

        assertThat(history.newest(2)).extracting(LeadershipView::gapMs).containsExactly(null, null);
        assertThat(history.find(1)).get().extracting(LeadershipView::reason).isEqualTo("REPLACED");
    }

    @Test
    void oldNewsChangesNothing() {
        history.began(leader("b", 2), at(200));
        history.began(leader("a", 1), at(300));
        history.began(leader("b", 2), at(300));

        assertThat(history.newest(10)).hasSize(1);
        assertThat(history.handOvers()).isZero();
    }

    @Test
    void onlySoManyAreKeptButAllAreCounted() {
        for (int epoch = 1; epoch <= 5; epoch++) {
            history.began(leader("a", epoch), at(epoch));
        }

        assertThat(history.newest(10)).extracting(LeadershipView::epoch).containsExactly(5L, 4L, 3L);
        assertThat(history.handOvers()).isEqualTo(4);
    }

    @Test
    void theLeadersOwnGapTakesThePlaceOfWhatWasSeen() {
        history.began(leader("a", 1), at(100));
        history.ended(1, at(500), "RESIGNED");
        history.began(leader("b", 2), at(576));
        history.adopt(2, 57);
        history.adopt(9, 1);
        history.ended(2, at(900), "EXPIRED");

        assertThat(history.newest(10)).extracting(LeadershipView::gapMs).containsExactly(57L, null);
        assertThat(history.find(2).orElseThrow().to()).isEqualTo(at(900));
    }
}
