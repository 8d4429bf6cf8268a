// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a new coordinator has seen enough to begin. */
class StartupGraceTest {
    private static final Duration DEBOUNCE = Duration.ofMillis(250);
    private static final long SOON = Duration.ofMillis(1).toNanos();
    private static final long AFTER_DEBOUNCE = DEBOUNCE.toNanos();

    private final List<WorkerRegistration> workers =
            List.of(Leaderships.registration("a", 3), Leaderships.registration("b", 5));
    private final Map<NodeId, SessionStatus> sessions = new HashMap<>();
    private final StartupGrace look = new StartupGrace(0, DEBOUNCE);

    private SessionStatus status(NodeId worker) {
        return sessions.getOrDefault(worker, SessionStatus.UNKNOWN);
    }

    private boolean isOver(long now) {
        return look.isOver(now, workers, this::status);
    }

    @Test
    void itBeginsOnceAllAreSeenToLiveOrProvenToHaveEnded() {
        sessions.put(NodeId.of("a"), SessionStatus.live(Epoch.of(3)));
        assertThat(isOver(SOON)).isFalse();

        sessions.put(NodeId.of("b"), new SessionStatus(Epoch.of(6), Optional.empty()));

        assertThat(isOver(SOON)).isTrue();
    }

    @Test
    void itFindsOutAboutThoseThatAreNotSeenLongBeforeItWouldTakeThemForMissing() {
        sessions.put(NodeId.of("a"), SessionStatus.live(Epoch.of(3)));
        sessions.put(NodeId.of("b"), new SessionStatus(Epoch.of(5), Optional.empty()));

        assertThat(look.unproven(SOON, workers, this::status)).isEmpty();
        assertThat(look.unproven(AFTER_DEBOUNCE, workers, this::status)).containsExactly(Session.of("b", 5));
        assertThat(isOver(AFTER_DEBOUNCE)).isFalse();
    }

    @Test
    void itBeginsInAnyCaseAfterASecond() {
        assertThat(isOver(StartupGrace.MAX_WAIT.toNanos() - 1)).isFalse();
        assertThat(isOver(StartupGrace.MAX_WAIT.toNanos())).isTrue();
    }
}
