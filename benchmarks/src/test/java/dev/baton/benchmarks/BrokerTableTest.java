// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.BrokerFigures.Contender;
import dev.baton.benchmarks.BrokerFigures.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader is told of brokers that were measured beside each other. */
class BrokerTableTest {
    private final BrokerFigures figures = new BrokerFigures();

    private String table(String... missing) {
        return new BrokerTable(figures, "As they come.", List.of(missing), new Load(3.2, 2)).markdown();
    }

    private void measured(Row row, double baton, double forced, double kafka) {
        figures.add(Contender.BATON, row, baton);
        figures.add(Contender.KAFKA_FORCED, row, forced);
        figures.add(Contender.KAFKA, row, kafka);
    }

    @Test
    void aGoalIsMetBesideBothKindsOfKafka() {
        measured(Row.PRODUCE_SMALL_1, 80_000, 40_000, 160_000);

        assertThat(table())
                .contains("As they come. At the end of the run: load average 3.2 on 2 cores.")
                .contains("| produce 100 B, 1 partition, records/s | ≥ 2 × fsync, ≥ ½ × default"
                        + " | 80 000 | 40 000 | 160 000 | met |");
    }

    @Test
    void aRateBelowHalfOfKafkasDefaultDoesNotMeetItsGoal() {
        measured(Row.PRODUCE_SMALL_1, 80_000, 40_000, 170_000);

        assertThat(table()).contains("| 80 000 | 40 000 | 170 000 | **not met** |");
    }

    @Test
    void aLatencyAboveHalfOfKafkasDoesNotMeetItsGoal() {
        measured(Row.SYNCHRONOUS_P50, 1.7, 3.2, 1.0);

        assertThat(table()).contains("| 1.7 | 3.2 | 1.0 | **not met** |");
    }

    @Test
    void severalRoundsAreShownByTheirMedianAndTheirEnds() {
        for (double took : List.of(900.0, 310.0, 2_000.0)) {
            figures.add(Contender.BATON, Row.KILL, took);
        }

        assertThat(table()).contains("| 900 (310–2 000) | – | – | met |").doesNotContain("produce");
    }

    @Test
    void whatFailedIsNamed() {
        assertThat(table("Baton: kill failed")).contains("Not measured:\n- Baton: kill failed\n");
    }
}
