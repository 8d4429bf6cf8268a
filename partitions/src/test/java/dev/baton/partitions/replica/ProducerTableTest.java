// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProducerTableTest {
    private static final long NOW = 1_700_000_000_000L;

    private final ProducerTable table = new ProducerTable();

    private void append(long producer, long at) {
        table.applied(new EntryHeader.Item(
                LoggedGroup.ONE, 0, 1, 100, at, at, new EntryHeader.Sequence(producer, (short) 0, 0, 0)));
    }

    @Test
    void aLeaderWhoseClockIsYearsAheadForgetsNoProducerThatMayStillRepeatItsBatch() {
        append(1, NOW);
        append(2, NOW + 10_000L * ProducerTable.EXPIRY_MILLIS);

        assertThat(table.find(1)).isPresent();
    }

    @Test
    void ofManyProducersThoseOfYesterdayAreForgotten() {
        append(1, NOW);
        for (int i = 0; i < ProducerTable.KEPT_HOWEVER_OLD; i++) {
            append(2 + i, NOW + 2 * ProducerTable.EXPIRY_MILLIS);
        }

        assertThat(table.find(1)).isEmpty();
        assertThat(table.find(2)).isPresent();
    }

    @Test
    void neverMoreThanSoManyAreKept() {
        for (int i = 0; i <= ProducerTable.MAX_PRODUCERS; i++) {
            append(i, NOW);
        }

        assertThat(table.entries()).hasSize(ProducerTable.MAX_PRODUCERS);
        assertThat(table.find(0)).isEmpty();
    }
}
