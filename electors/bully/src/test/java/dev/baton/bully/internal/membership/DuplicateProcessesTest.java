// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of two processes of one member is listened to. */
class DuplicateProcessesTest {
    private static final Duration UNDER_WAY = Duration.ofNanos(10);
    private static final Duration LEASE = Duration.ofNanos(100);
    private static final NodeId ID = NodeId.of("node2");
    private static final Node FIRST = new Node(ID, new Incarnation(7));
    private static final Node SECOND = new Node(ID, new Incarnation(8));

    private final DuplicateProcesses processes = new DuplicateProcesses(UNDER_WAY, LEASE);

    @Test
    void aProcessThatIsStartedAgainIsWelcomeAtOnce() {
        assertThat(processes.hear(FIRST, 0)).isTrue();
        assertThat(processes.hear(SECOND, 1)).isTrue();
        assertThat(processes.hear(SECOND, 50)).isTrue();
        assertThat(processes.isDuplicated(ID, 50)).isFalse();
    }

    @Test
    void aLateRequestOfTheFormerProcessIsNoSecondProcess() {
        processes.hear(FIRST, 0);
        processes.hear(SECOND, 1);
        processes.hear(FIRST, 10);

        assertThat(processes.hear(SECOND, 20)).isTrue();
    }

    @Test
    void ofTwoThatLiveTheLaterIsRefusedForAsLongAsTheFirstIsHeard() {
        processes.hear(FIRST, 0);
        processes.hear(SECOND, 1);
        assertThat(processes.hear(FIRST, 12)).isTrue();

        assertThat(processes.isDuplicated(ID, 13)).isTrue();
        assertThat(processes.hear(SECOND, 13)).isFalse();
        assertThat(processes.hear(FIRST, 60)).isTrue();
        assertThat(processes.hear(SECOND, 159)).isFalse();
        assertThat(processes.hear(SECOND, 160)).as("the first is gone").isTrue();
        assertThat(processes.isDuplicated(ID, 160)).isFalse();
    }

    @Test
    void whoIsNoMemberAnyMoreIsForgotten() {
        processes.hear(FIRST, 0);
        processes.hear(SECOND, 1);
        processes.hear(FIRST, 20);
        processes.retain(List.of());

        assertThat(processes.hear(SECOND, 21)).isTrue();
    }
}
