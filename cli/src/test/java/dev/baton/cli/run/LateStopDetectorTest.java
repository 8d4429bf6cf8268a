// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LateStopDetectorTest {
    private static final String GONE = "the command is gone, and the candidate goes on";

    private final BlockingQueue<String> outcome = new LinkedBlockingQueue<>();
    private final AtomicInteger looks = new AtomicInteger();

    /** @param goesOnAfter how often the candidate is looked at before it has seen that the command is gone */
    private String outcome(boolean gone, int goesOnAfter) throws InterruptedException {
        new LateStopDetector(
                        limit -> gone,
                        () -> goesOn(goesOnAfter),
                        Duration.ofMillis(100),
                        (what, cause) -> outcome.add(what))
                .fault("cannot be stopped", new IllegalStateException("cause"));
        return outcome.poll(10, TimeUnit.SECONDS);
    }

    private boolean goesOn(int after) {
        boolean seen = looks.incrementAndGet() > after;
        return seen && outcome.add(GONE);
    }

    @Test
    void aCommandThatIsGoneIsNoFault() throws InterruptedException {
        assertThat(outcome(true, 0)).isEqualTo(GONE);
    }

    @Test
    void aCandidateMaySeeItLater() throws InterruptedException {
        assertThat(outcome(true, 1)).isEqualTo(GONE);
    }

    @Test
    void aCommandThatStaysIsAFault() throws InterruptedException {
        assertThat(outcome(false, 0)).isEqualTo("cannot be stopped");
    }

    @Test
    void aCandidateThatDoesNotGoOnIsAFault() throws InterruptedException {
        assertThat(outcome(true, Integer.MAX_VALUE)).isEqualTo("cannot be stopped");
    }
}
