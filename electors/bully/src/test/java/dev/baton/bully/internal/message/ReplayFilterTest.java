// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import org.junit.jupiter.api.Test;

/** Which requests are taken. */
class ReplayFilterTest {
    private static final NodeId NODE = NodeId.of("node2");
    private static final Node OLD = new Node(NODE, new Incarnation(7));
    private static final Node LIVING = new Node(NODE, new Incarnation(8));

    private final ReplayFilter replays = new ReplayFilter();

    @Test
    void aRequestIsTakenOnce() {
        assertThat(replays.take(LIVING, 1)).isTrue();
        assertThat(replays.take(LIVING, 1)).isFalse();
        assertThat(replays.take(LIVING, 0)).isFalse();
        assertThat(replays.take(LIVING, -1)).isFalse();
        assertThat(replays.take(LIVING, Long.MIN_VALUE)).isFalse();
    }

    @Test
    void requestsMayOvertakeEachOtherWithinTheWindow() {
        long last = 2L * ReplayFilter.WINDOW;
        assertThat(replays.take(LIVING, last)).isTrue();

        assertThat(replays.take(LIVING, last + 1 - ReplayFilter.WINDOW)).isTrue();
        assertThat(replays.take(LIVING, last - ReplayFilter.WINDOW)).isFalse();
        assertThat(replays.take(LIVING, last)).isFalse();
    }

    /** As on a connection that is being made, while a node enters thousands of elections. */
    @Test
    void aRequestIsTakenThatThousandsHaveOvertaken() {
        assertThat(replays.take(LIVING, 1)).isTrue();
        assertThat(replays.take(LIVING, 5_000)).isTrue();

        assertThat(replays.take(LIVING, 2)).isTrue();
        assertThat(replays.take(LIVING, 2)).isFalse();
    }

    @Test
    void aLateRequestOfAnEarlierProcessDoesNotLockOutTheLivingOne() {
        assertThat(replays.take(LIVING, 1)).isTrue();
        assertThat(replays.take(OLD, 900)).isTrue();

        assertThat(replays.take(LIVING, 2)).isTrue();
        assertThat(replays.take(LIVING, 1)).as("a repeated one").isFalse();
        assertThat(replays.take(OLD, 900)).as("a repeated one").isFalse();
    }

    @Test
    void manyEarlierProcessesDoNotMakeItForgetTheLivingOne() {
        assertThat(replays.take(LIVING, 1)).isTrue();

        for (int i = 0; i < 10 * ReplayFilter.INCARNATIONS; i++) {
            assertThat(replays.take(new Node(NODE, new Incarnation(100 + i)), 1))
                    .isTrue();
            assertThat(replays.take(LIVING, 1))
                    .as("a repeated one, after %s others", i)
                    .isFalse();
        }
    }

    @Test
    void aSenderIsForgottenOnlyWhenManyOthersWereHeardSince() {
        assertThat(replays.take(LIVING, 1)).isTrue();
        for (int i = 0; i < ReplayFilter.SENDERS - 1; i++) {
            assertThat(replays.take(new Node(NodeId.of("other" + i), new Incarnation(5)), 1))
                    .isTrue();
        }

        assertThat(replays.take(LIVING, 1)).isFalse();
    }
}
