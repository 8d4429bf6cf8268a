// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.demo.ActivityFile.Span;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkHistoryTest {
    private static Span span(String worker, int partition, long token, long fromMillis, long toMillis) {
        return new Span(worker, partition, token, fromMillis * 1_000_000, toMillis * 1_000_000);
    }

    private static WorkHistory history(Span... spans) {
        return WorkHistory.of(List.of(spans));
    }

    @Test
    void thePartitionsOfOneWorkerDoNotOverlap() {
        WorkHistory history = history(span("w1", 0, 1, 0, 100), span("w1", 1, 1, 0, 100), span("w2", 2, 1, 0, 100));

        assertThat(history.moves()).isEmpty();
        assertThat(history.overlaps()).isEmpty();
    }

    @Test
    void aMoveTakesFromTheLastActOfOneToTheFirstOfTheNext() {
        WorkHistory history = history(
                span("w1", 0, 1, 0, 100),
                span("w2", 0, 2, 130, 200),
                span("w1", 1, 1, 0, 100),
                span("w2", 1, 2, 150, 200));

        assertThat(history.moved()).isEqualTo(2);
        assertThat(history.longestUnowned()).isEqualTo(Duration.ofMillis(50));
        assertThat(history.overlaps()).isEmpty();
    }

    @Test
    void aWorkerThatActsAfterTheNextHasBegunOverlaps() {
        WorkHistory history = history(span("w1", 4, 1, 0, 131), span("w2", 4, 2, 130, 200), span("w3", 5, 1, 0, 200));

        assertThat(history.overlaps()).singleElement().satisfies(move -> {
            assertThat(move.partition()).isEqualTo(4);
            assertThat(move.handOver().overlap()).isEqualTo(Duration.ofMillis(1));
        });
    }

    @Test
    void aWorkerThatGetsItsOwnPartitionAgainMovesNothingButLeftItUnowned() {
        WorkHistory history = history(span("w1", 0, 1, 0, 100), span("w1", 0, 2, 3_100, 3_200));

        assertThat(history.moved()).isZero();
        assertThat(history.longestUnowned()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void coordinatorsAreNoPartitions() {
        WorkHistory history = history(span("w1", -1, 1, 0, 100), span("w2", -1, 2, 200, 300));

        assertThat(history.moves()).isEmpty();
        assertThat(history.coordinator()).map(Span::node).contains("w2");
    }

    @Test
    void aPartitionThatIsNotActedOnHasNoOwner() {
        WorkHistory history = history(span("w1", 0, 1, 0, 1_000));

        assertThat(history.owner(0, Duration.ofMillis(1_100).toNanos())).isPresent();
        assertThat(history.owner(0, Duration.ofMillis(1_300).toNanos())).isEmpty();
    }
}
