// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PauseRecorderTest {
    private static final ElectionName ELECTION = ElectionName.of("lab");

    private final List<Op> noted = new ArrayList<>();
    private long now;
    private final PauseRecorder history = new PauseRecorder(
            (kind, op, election, epoch, value) -> noted.add(op), ELECTION, () -> now, Duration.ofMillis(500));

    private void advance(Duration duration) {
        now += duration.toNanos();
    }

    @Test
    void aPauseIsNotedBeforeWhatFollowsIt() {
        advance(Duration.ofSeconds(4));

        history.record(Kind.OK, Op.DUTY_STOPPED, ELECTION, Epoch.of(1), "");

        assertThat(noted).containsExactly(Op.RESUMED, Op.DUTY_STOPPED);
    }

    @Test
    void aPauseIsNotedOnce() {
        advance(Duration.ofSeconds(4));

        history.look();
        history.look();

        assertThat(noted).containsExactly(Op.RESUMED);
    }

    @Test
    void aProcessThatRunsHasNothingToNote() {
        advance(Duration.ofMillis(400));
        history.look();
        advance(Duration.ofMillis(400));

        history.look();

        assertThat(noted).isEmpty();
    }
}
