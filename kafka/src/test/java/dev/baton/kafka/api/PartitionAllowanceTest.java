// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.Test;

class PartitionAllowanceTest {
    private final AtomicLong there = new AtomicLong(90);
    private final PartitionAllowance limit = new PartitionAllowance(there::get, 100);

    @Test
    void noMoreThanThereIsRoomForAreTaken() {
        limit.take(10);
        limit.release(10);

        assertThatThrownBy(() -> limit.take(11))
                .isInstanceOf(PolicyViolationException.class)
                .hasMessageContaining("there are 90 partitions, and 100 at most");
        limit.take(10);
    }

    @Test
    void thoseThatAreOnTheirWayCountToo() {
        limit.take(6);

        assertThatThrownBy(() -> limit.take(5)).isInstanceOf(PolicyViolationException.class);
        there.addAndGet(6);
        limit.release(6);
        limit.take(4);
    }
}
