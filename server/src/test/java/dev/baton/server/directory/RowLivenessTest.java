// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RowLivenessTest {
    private final AtomicLong clock = new AtomicLong();
    private final RowLiveness beats = new RowLiveness(clock::get);

    private static NodeRow row(long beat) {
        return new NodeRow("a", "a-1", "", "", 1, "1", beat);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void aBeatThatMovesEndsTheSilence() {
        beats.look(List.of(row(1)));
        pass(Duration.ofSeconds(9));
        beats.look(List.of(row(1)));
        assertThat(beats.silent(row(1))).isEqualTo(Duration.ofSeconds(9));

        beats.look(List.of(row(2)));

        assertThat(beats.silent(row(2))).isZero();
    }

    @Test
    void aRowThatACrashLeftIsNoProofOfLife() {
        beats.look(List.of(row(7)));
        beats.look(List.of(row(7)));
        assertThat(beats.hasLived(row(7))).isFalse();
        beats.look(List.of(row(8)));
        assertThat(beats.hasLived(row(8)))
                .as("its last beat may have come late")
                .isFalse();

        beats.look(List.of(row(9)));

        assertThat(beats.hasLived(row(9))).isTrue();
    }

    @Test
    void whoComesBackAfterBeingGoneIsNew() {
        beats.look(List.of(row(1)));
        pass(Duration.ofSeconds(9));
        beats.look(List.of());
        beats.look(List.of(row(1)));

        assertThat(beats.silent(row(1))).isZero();
    }
}
