// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.server.guarded.CommandTimes;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunPlanTest {
    private static RunPlan plan(Duration lease, Duration grace) {
        return new RunPlan(
                "job",
                "n1",
                List.of("true"),
                new CommandTimes(LeaseTerms.of(lease), grace),
                OnExit.restart,
                Optional.empty());
    }

    @Test
    void theCommandIsToldEarlyEnoughToBeGoneAtTheDeadline() {
        RunPlan plan = plan(Duration.ofSeconds(10), Duration.ofSeconds(2));

        assertThat(plan.candidate().windDown()).isGreaterThan(plan.times().grace());
        assertThat(plan.duty().stopTimeout()).isGreaterThan(plan.candidate().windDown());
    }

    @Test
    void aGraceTimeThatAnOrdinaryRenewalWouldRunIntoIsRefused() {
        Duration longest = CommandTimes.longestGrace(LeaseTerms.of(Duration.ofSeconds(10)));

        assertThat(plan(Duration.ofSeconds(10), longest).times().grace()).isEqualTo(longest);
        assertThatThrownBy(() -> plan(Duration.ofSeconds(10), longest.plusMillis(1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at most");
    }

    @Test
    void aShortLoanOfANodeLeavesRoomForItsUsualGraceTime() {
        LeaseTerms loan = ServerBackend.terms(Duration.ofMillis(900));

        assertThat(CommandTimes.longestGrace(loan)).isGreaterThan(loan.lease().dividedBy(5));
    }

    @Test
    void noCommandNoPlan() {
        assertThatThrownBy(() -> new RunPlan(
                        "job", "n1", List.of(), CommandTimes.of(LeaseTerms.DEFAULT), OnExit.exit, Optional.empty()))
                .hasMessageContaining("after --");
    }
}
