// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Health;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** When a candidate may take over from a leader with a lower priority. */
class CandidateRulesReadyTest {
    private static final Duration REST = Duration.ofSeconds(4);

    private static CandidateUnderTest standby() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.rest(REST));
        candidate.leaderSeen(BETA, 3);
        return candidate;
    }

    /** One that led under epoch 7, gave it up, and sees BETA lead under epoch 8. */
    private static CandidateUnderTest after(CandidateUnderTest candidate) {
        candidate.dutiesStopped(7);
        candidate.released(7);
        candidate.leaderSeen(BETA, 8);
        return candidate;
    }

    @Test
    void aStandbyIsReady() {
        assertThat(standby().rules().isReady()).isTrue();
    }

    @Test
    void aLeaderIsNot() {
        assertThat(CandidateUnderTest.leading(7).rules().isReady()).isFalse();
    }

    @Test
    void whatMayNotLeadIsNotReady() {
        CandidateUnderTest ineligible = standby();
        ineligible.eligible(false);
        CandidateUnderTest unhealthy = new CandidateUnderTest(it -> it.unhealthyAfter(1));
        unhealthy.health(Health.bad("ill"));
        CandidateUnderTest notPicked = new CandidateUnderTest(it -> it.handPicked(GAMMA.id()));
        CandidateUnderTest closing = standby();
        closing.close();

        assertThat(ineligible.rules().isReady()).isFalse();
        assertThat(unhealthy.rules().isReady()).isFalse();
        assertThat(notPicked.rules().isReady()).isFalse();
        assertThat(closing.rules().isReady()).isFalse();
    }

    @Test
    void oneThatGaveUpBecauseOfADutyIsReadyAfterItsRest() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(REST));
        candidate.dutyGivenUp(7);
        after(candidate);

        assertThat(candidate.rules().isReady()).isFalse();
        assertThat(candidate.untilWake()).isEqualTo(REST);
        candidate.advance(REST);
        assertThat(candidate.rules().isReady()).isTrue();
    }

    @Test
    void oneThatResignedOrTransferredLeavesTheLeaderThatFollowedAlone() {
        List<Consumer<CandidateUnderTest>> requests = List.of(it -> it.resign(), it -> it.transfer(GAMMA));
        for (Consumer<CandidateUnderTest> request : requests) {
            CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(REST));
            request.accept(candidate);
            after(candidate).advance(REST.multipliedBy(100));

            assertThat(candidate.rules().isReady()).isFalse();
            candidate.leaderSeen(GAMMA, 9);
            assertThat(candidate.rules().isReady()).isTrue();
        }
    }

    @Test
    void leadingAgainEndsWhatAResignationAsked() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(Duration.ZERO));
        candidate.resign();
        candidate.dutiesStopped(7);
        candidate.released(7);
        candidate.vacant();
        candidate.granted(8);
        candidate.lost(8);
        candidate.dutiesStopped(8);
        candidate.leaderSeen(BETA, 9);

        assertThat(candidate.rules().isReady()).isTrue();
    }
}
