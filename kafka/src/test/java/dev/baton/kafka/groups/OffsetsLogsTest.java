// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kafka.Batches;
import dev.baton.kafka.OneLog;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.storage.internals.log.VerificationGuard;
import org.junit.jupiter.api.Test;

class OffsetsLogsTest {
    private final OneLog partitions = new OneLog();
    private final List<Integer> tooLong = new ArrayList<>();
    private final OffsetsLogs logs =
            new OffsetsLogs(partitions, partitions.key().topic(), tooLong::add);
    private final TopicPartition partition =
            new TopicPartition("__consumer_offsets", partitions.key().partition());

    private long append(int records) {
        return logs.append(partition, VerificationGuard.SENTINEL, Batches.of(records), (short) -1);
    }

    @Test
    void appendReturnsTheEndOfTheLog() {
        assertThat(append(3)).isEqualTo(3);
        assertThat(append(2)).isEqualTo(5);
    }

    @Test
    void partitionThatHasGrownIsToldOnce() {
        int most = (int) OffsetsLogs.REWRITE_AFTER;
        append(10);
        logs.loaded(0, 10);
        append(most + 10);
        assertThat(tooLong).isEmpty();

        append(1);
        append(1);

        assertThat(tooLong).containsExactly(0);
        logs.loaded(0, 10);
        append(1);
        assertThat(tooLong).containsExactly(0, 0);
    }

    @Test
    void listenerOfALeadThatIsOverIsNotCalled() {
        List<Long> told = new ArrayList<>();
        logs.registerListener(partition, (it, offset) -> told.add(offset));
        logs.committed(0, 5);

        logs.leadsNoMore(0);
        logs.committed(0, 6);

        assertThat(told).containsExactly(5L);
    }
}
