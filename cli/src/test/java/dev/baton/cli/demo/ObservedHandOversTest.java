// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.demo.ActivityFile.Span;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedHandOversTest {
    private static Span span(String node, long epoch, long fromMillis, long toMillis) {
        return new Span(node, 0, epoch, fromMillis * 1_000_000, toMillis * 1_000_000);
    }

    @Test
    void theGapIsBetweenTheLastActOfOneAndTheFirstOfTheNext() {
        assertThat(ObservedHandOvers.of(List.of(span("b", 2, 150, 300), span("a", 1, 0, 100))))
                .containsExactly(new HandOver("a", "b", 1, 2, Duration.ofMillis(50), Duration.ZERO));
    }

    @Test
    void theFirstLeadershipTookNothingOver() {
        assertThat(ObservedHandOvers.of(List.of(span("a", 1, 0, 100)))).isEmpty();
    }

    @Test
    void twoThatActAtOnceOverlap() {
        HandOver broken = ObservedHandOvers.of(List.of(span("a", 1, 0, 170), span("b", 2, 150, 300)))
                .get(0);

        assertThat(broken.overlap()).isEqualTo(Duration.ofMillis(20));
        assertThat(broken.gap()).isZero();
    }

    @Test
    void oneThatWakesUpMuchLaterOverlapsWithWhoeverLeadsThen() {
        List<HandOver> found =
                ObservedHandOvers.of(List.of(span("a", 1, 0, 500), span("b", 2, 100, 200), span("c", 3, 300, 400)));

        assertThat(found.get(1).overlap()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void aNodeThatWinsAgainHandsOverToItself() {
        assertThat(ObservedHandOvers.of(List.of(span("a", 1, 0, 100), span("a", 3, 200, 300))))
                .containsExactly(new HandOver("a", "a", 1, 3, Duration.ofMillis(100), Duration.ZERO));
    }
}
