// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.ConfigurationException;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseTermsTest {
    private static List<String> problemsOf(Duration lease, Duration renewInterval, Duration margin, Duration timeout) {
        try {
            new LeaseTerms(lease, renewInterval, margin, timeout);
            return List.of();
        } catch (ConfigurationException refused) {
            return refused.problems();
        }
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    @Test
    void aRenewalComesTwiceWithinALease() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new LeaseTerms(seconds(10), seconds(6), seconds(1), seconds(2)))
                .withMessage("lease: renewInterval 6s must be under half of lease 10s");
    }

    @Test
    void exactlyHalfIsTooLate() {
        assertThat(problemsOf(seconds(10), seconds(5), seconds(1), seconds(2)))
                .containsExactly("renewInterval 5s must be under half of lease 10s");
        assertThat(problemsOf(seconds(10), seconds(1), seconds(5), seconds(2)))
                .containsExactly("margin 5s must be under half of lease 10s");
    }

    @Test
    void aFailedRenewalIsNoticedBeforeTheMargin() {
        assertThat(problemsOf(seconds(10), seconds(4), seconds(3), seconds(3)))
                .containsExactly("renewInterval 4s + requestTimeout 3s + margin 3s must be under lease 10s");
    }

    @Test
    void everyBrokenRuleIsNamed() {
        assertThat(problemsOf(seconds(0), seconds(-1), seconds(0), Duration.ofDays(2)))
                .containsExactly(
                        "lease 0s must be above 0s",
                        "renewInterval -1s must be above 0s",
                        "margin 0s must be above 0s",
                        "requestTimeout 48h must be at most 24h",
                        "renewInterval -1s must be at least 1ms");
        assertThat(problemsOf(seconds(10), seconds(8), seconds(6), seconds(9)))
                .containsExactly(
                        "renewInterval 8s must be under half of lease 10s",
                        "margin 6s must be under half of lease 10s",
                        "renewInterval 8s + requestTimeout 9s + margin 6s must be under lease 10s");
    }

    @Test
    void timingsBeyondAllBoundsAreRefusedLikeOthers() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);

        assertThat(problemsOf(longest, longest, longest, longest)).hasSize(4).allMatch(it -> it.endsWith("24h"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> LeaseTerms.of(longest))
                .withMessageContaining("must be at most 24h");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> LeaseTerms.of(Duration.ofMillis(1)))
                .withMessage("lease: renewInterval 300000ns must be at least 1ms");
    }

    @Test
    void aMissingTimingIsNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> new LeaseTerms(seconds(10), null, seconds(1), seconds(1)))
                .withMessage("renewInterval");
    }

    @Test
    void sensibleTimingsFollowFromTheLease() {
        assertThat(LeaseTerms.of(seconds(10)))
                .isEqualTo(new LeaseTerms(seconds(10), seconds(3), seconds(1), seconds(2)))
                .isEqualTo(LeaseTerms.DEFAULT);
    }

    @Test
    void aTermIsCountedFromBeforeTheRequestLeft() {
        Validity validity = LeaseTerms.DEFAULT.validity(500, seconds(7));

        assertThat(validity.othersFrom()).isEqualTo(500 + seconds(7).toNanos());
        assertThat(validity.certainUntil()).isEqualTo(500 + seconds(6).toNanos());
    }

    @Test
    void moreThanAWholeLeaseIsNeverBelieved() {
        Validity validity = LeaseTerms.DEFAULT.validity(0, Duration.ofHours(1));

        assertThat(validity).isEqualTo(LeaseTerms.DEFAULT.validity(0, seconds(10)));
    }
}
