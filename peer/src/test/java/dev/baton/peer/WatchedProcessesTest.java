// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For how long a process is watched. */
class WatchedProcessesTest {
    private static final Node A = new Node(NodeId.of("a"), new Incarnation(1));
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final List<Node> watching = new ArrayList<>();
    private final WatchedProcesses watched = new WatchedProcesses(
            new Presence() {
                @Override
                public void watch(Node process, String address) {
                    watching.add(process);
                }

                @Override
                public void unwatch(Node node) {
                    watching.remove(node);
                }
            },
            Duration.ofSeconds(3),
            gone -> {},
            answering -> {});

    @Test
    void aProcessIsWatchedUntilItHasBeenOutOfTheClusterForALease() {
        watched.watch(A, "x:1", 0);
        watched.look(List.of(A), 10 * SECOND);

        watched.look(List.of(), 13 * SECOND - 1);
        assertThat(watching).containsExactly(A);
        watched.look(List.of(), 13 * SECOND);

        assertThat(watching).isEmpty();
    }

    @Test
    void aProcessThatIsBackInTimeStaysWatched() {
        watched.watch(A, "x:1", 0);
        watched.look(List.of(), 2 * SECOND);
        watched.look(List.of(A), 2 * SECOND + 1);
        watched.look(List.of(), 5 * SECOND);

        assertThat(watching).containsExactly(A);
    }
}
