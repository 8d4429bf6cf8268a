// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseBackoffTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 60, 3600})
    void standbysLookWithinASecondOfTheExpiryHoweverLongTheLease(int seconds) {
        Duration lease = Duration.ofSeconds(seconds);
        LeaseBackoff pauses = new LeaseBackoff(LeaseTerms.of(lease), new SplittableRandom(seconds));

        for (int i = 0; i < 1_000; i++) {
            assertThat(pauses.untilExpiry(lease)).isBetween(lease, lease.plusMillis(600));
        }
    }
}
