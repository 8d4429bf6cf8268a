// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How often a worker asks for changes. */
class VersionPollScheduleTest {
    private final VersionPollSchedule polls = new VersionPollSchedule(PollSettings.DEFAULT, 0);

    @Test
    void aWorkerAsksOftenForAsLongAsTheCoordinatorCannotTellOfAnotherChange() {
        polls.changed(0);
        long told = ChangeSignal.REST.toNanos();
        // The election has to be taken again as well, on a machine that has other things to do.
        long heldAgain = told + Duration.ofMillis(500).toNanos();

        polls.asked(heldAgain);

        assertThat(polls.next() - heldAgain)
                .isEqualTo(PollSettings.DEFAULT.busy().toNanos());
    }

    @Test
    void itAsksSeldomOnceNothingChanges() {
        long later = PollSettings.DEFAULT.busyFor().toNanos();

        polls.asked(later);

        assertThat(polls.next() - later).isEqualTo(PollSettings.DEFAULT.idle().toNanos());
    }

    @Test
    void aStoreThatDoesNotAnswerIsAskedLaterAlsoWhileMuchChanges() {
        Duration pause = Duration.ofSeconds(1);
        polls.changed(0);
        polls.asked(0);

        polls.failed(0, pause);

        assertThat(polls.next()).isEqualTo(pause.toNanos());
    }
}
