// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.doctor.Finding.Level;
import dev.baton.spi.lease.LeaseTerms;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    private static Level latency(long... millis) {
        List<Duration> trips =
                Arrays.stream(millis).mapToObj(Duration::ofMillis).toList();
        return Verdicts.latency(trips, LeaseTerms.DEFAULT).level();
    }

    @Test
    void aRenewalMustFitTheRequestTimeout() {
        assertThat(latency(1, 2, 3)).isEqualTo(Level.OK);
        assertThat(latency(1, 2, 999)).isEqualTo(Level.OK);
        assertThat(latency(1, 2, 1_000)).as("two of them take the 2 s").isEqualTo(Level.FAIL);
        assertThat(latency(101, 101, 101)).isEqualTo(Level.WARN);
    }

    @Test
    void aClockIsJudgedByWhatIsCertain() {
        assertThat(clock(Duration.ofMillis(900), Duration.ZERO)).isEqualTo(Level.OK);
        assertThat(clock(Duration.ofSeconds(3), Duration.ofSeconds(2))).isEqualTo(Level.OK);
        assertThat(clock(Duration.ofSeconds(-3), Duration.ofMillis(5))).isEqualTo(Level.WARN);
    }

    private static Level clock(Duration ahead, Duration uncertainty) {
        return Verdicts.clock("clock", "it", ahead, uncertainty).level();
    }

    @Test
    void anUnusualIsolationIsPointedOut() {
        assertThat(Verdicts.isolation(Connection.TRANSACTION_READ_COMMITTED).level())
                .isEqualTo(Level.OK);
        assertThat(Verdicts.isolation(Connection.TRANSACTION_SERIALIZABLE).level())
                .isEqualTo(Level.WARN);
    }
}
