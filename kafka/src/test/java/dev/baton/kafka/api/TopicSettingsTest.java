// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import static dev.baton.partitions.replica.LogSettings.MAX_SEGMENT_BYTES;
import static dev.baton.partitions.replica.LogSettings.MIN_SEGMENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.junit.jupiter.api.Test;

class TopicSettingsTest {
    private static Map<String, String> segment(Object bytes) {
        return Map.of("segment.bytes", bytes.toString());
    }

    @Test
    void aSizeOfFilesThatIsTakenIsTheOneThatPartitionsFollow() {
        for (int bytes : new int[] {MIN_SEGMENT_BYTES, 1_500, MAX_SEGMENT_BYTES}) {
            TopicSettings.check(segment(bytes));

            assertThat(dev.baton.partitions.replica.LogSettings.of(segment(bytes))
                            .segmentBytes())
                    .isEqualTo(bytes);
        }
    }

    @Test
    void oneThatPartitionsWouldNotFollowIsRefusedWithItsLimits() {
        for (Object bytes : new Object[] {0, 1_000, MIN_SEGMENT_BYTES - 1, MAX_SEGMENT_BYTES + 1L, "x", -1}) {
            assertThatThrownBy(() -> TopicSettings.check(segment(bytes)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("1024 to 1073741824");
            assertThat(dev.baton.partitions.replica.LogSettings.of(segment(bytes)))
                    .isEqualTo(dev.baton.partitions.replica.LogSettings.DEFAULT);
        }
    }
}
