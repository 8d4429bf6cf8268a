// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupEntryTest {
    @Test
    void theOthersAreAskedOftenWhileAGroupFormsAndSeldomOnceItTakesLong() {
        assertThat(GroupEntry.pause(0)).isEqualTo(Duration.ofMillis(50));
        assertThat(IntStream.range(0, 1_000).mapToObj(GroupEntry::pause).toList())
                .isSorted()
                .endsWith(Duration.ofMillis(400));
        assertThat(GroupEntry.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofMillis(400));
    }
}
