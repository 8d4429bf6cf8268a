// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionLimitTest {
    private static final int LIMIT = PartitionLimit.of(256L << 20);
    private static final List<TaskList> KNOWN = List.of(
            TaskList.of("a", 100_000),
            TaskList.of("b", 10),
            TaskList.of("old", 500_000).asRetired());

    @Test
    void aTaskListThatTheMemoryDoesNotAllowIsRefused() {
        assertThatThrownBy(() -> PartitionLimit.check(KNOWN, 0, TaskList.of("c", 1_000_000), LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("would make 1100010 in all")
                .hasMessageContaining("allows 131072");
        assertThatThrownBy(() -> PartitionLimit.check(KNOWN, 0, TaskList.of("b", 40_000), LIMIT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Their rows are read like any other until they are deleted. */
    @Test
    void retiredPartitionsCountForAsLongAsTheyAreStored() {
        assertThatThrownBy(() -> PartitionLimit.check(KNOWN, 5_000, TaskList.of("c", 31_000), LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("would make 136010 in all with 5000 retired ones");
        assertThatCode(() -> PartitionLimit.check(KNOWN, 5_000, TaskList.of("a", 90_000), 1_000))
                .doesNotThrowAnyException();
    }

    @Test
    void whatFitsIsTakenAndSoIsWhatMakesThemFewer() {
        assertThatCode(() -> PartitionLimit.check(KNOWN, 0, TaskList.of("c", 31_000), LIMIT))
                .doesNotThrowAnyException();
        assertThatCode(() -> PartitionLimit.check(KNOWN, 0, TaskList.of("a", 90_000), 1_000))
                .doesNotThrowAnyException();
        assertThatCode(() ->
                        PartitionLimit.check(KNOWN, 0, TaskList.of("a", 100_000).asRetired(), 1_000))
                .doesNotThrowAnyException();
    }
}
