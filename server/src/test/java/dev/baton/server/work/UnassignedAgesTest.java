// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.work.PartitionId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Since when partitions have had no worker. */
class UnassignedAgesTest {
    private static final PartitionId FIRST = PartitionId.of("jobs/0");
    private static final PartitionId SECOND = PartitionId.of("jobs/1");
    /** Just before the clock wraps. */
    private static final long START = Long.MAX_VALUE - 1_000;

    private final UnassignedAges ages = new UnassignedAges();

    private static long after(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void theLongestOfThemCounts() {
        ages.saw(List.of(FIRST), after(0));
        ages.saw(List.of(FIRST, SECOND), after(5));

        assertThat(ages.oldest(after(7))).contains(Duration.ofSeconds(7));
    }

    @Test
    void whatHasAWorkerIsForgottenAndCountsAnewWhenItHasNoneAgain() {
        ages.saw(List.of(FIRST, SECOND), after(0));
        ages.saw(List.of(SECOND), after(2));
        assertThat(ages.oldest(after(3))).contains(Duration.ofSeconds(3));

        ages.saw(List.of(FIRST), after(4));
        assertThat(ages.oldest(after(6))).contains(Duration.ofSeconds(2));

        ages.saw(List.of(), after(7));
        assertThat(ages.oldest(after(8))).isEmpty();
    }
}
