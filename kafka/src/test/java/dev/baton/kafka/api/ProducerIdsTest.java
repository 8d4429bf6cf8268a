// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProducerIdsTest {
    private static final long LAST = (1L << 32) - 1;

    @Test
    void noTwoEpochsHaveAnIdInCommon() {
        assertThat(ProducerIds.id(7, LAST).orElseThrow())
                .isLessThan(ProducerIds.id(8, 0).orElseThrow());
        assertThat(ProducerIds.id(7, LAST + 1)).isEmpty();
        assertThat(ProducerIds.id(1L << 30, 0)).isEmpty();
    }
}
