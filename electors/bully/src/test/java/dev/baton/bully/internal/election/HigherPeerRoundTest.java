// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.message.CandidateStatus;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who asks first, and how long it waits for those above it. */
class HigherPeerRoundTest {
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));
    private static final long MILLI = 1_000_000L;
    private static final long HEARTBEAT = 200 * MILLI;
    private static final NodeId B = NodeId.of("b");
    private static final NodeId C = NodeId.of("c");
    private static final List<NodeId> HIGHER = List.of(B, C);

    private final HigherPeerRound check = new HigherPeerRound(SETTINGS);

    private static Vacancy vacancy(Vacancy.Cause cause) {
        Leader former = new Leader(
                ElectionName.of("coordinator"), new Node(C, new Incarnation(3)), Epoch.of(1), Endpoints.NONE);
        return new Vacancy(Optional.of(former), cause, Optional.empty());
    }

    private void wants(long now) {
        check.want(Priority.DEFAULT);
        assertThat(check.tick(HIGHER, now)).isEqualTo(HIGHER);
    }

    @Test
    void withNobodyAboveItAsksAtOnce() {
        check.want(Priority.DEFAULT);

        assertThat(check.tick(List.of(), 0)).isEmpty();
        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void itAsksAsSoonAsAllAboveStayOut() {
        wants(0);

        check.answered(B, CandidateStatus.STAYS_OUT, MILLI);
        assertThat(check.hasPassed()).isFalse();
        check.answered(C, CandidateStatus.STAYS_OUT, 2 * MILLI);

        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void whoGaveTheLeadershipUpIsNotAsked() {
        check.vacant(vacancy(Vacancy.Cause.RELEASED), 0);
        check.want(Priority.DEFAULT);

        assertThat(check.tick(HIGHER, 0)).containsExactly(B);
    }

    @Test
    void whoWasLostIsAsked() {
        check.vacant(vacancy(Vacancy.Cause.EXPIRED), 0);

        wants(0);
    }

    @Test
    void oneThatStandsIsLeftTheElectionForABoundedTime() {
        wants(0);
        check.answered(B, CandidateStatus.STAYS_OUT, MILLI);
        check.answered(C, CandidateStatus.STANDS, MILLI);

        assertThat(check.tick(HIGHER, HEARTBEAT)).isEmpty();
        assertThat(check.tick(HIGHER, HEARTBEAT + MILLI)).as("asked again").isEqualTo(HIGHER);
        check.answered(C, CandidateStatus.STANDS, HEARTBEAT + 2 * MILLI);
        assertThat(check.hasPassed()).isFalse();
        check.tick(HIGHER, SETTINGS.electionTimeout().toNanos());

        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void oneThatHasNotDecidedIsAskedAgainSoon() {
        wants(0);
        check.answered(B, CandidateStatus.STAYS_OUT, MILLI);
        check.answered(C, CandidateStatus.UNDECIDED, MILLI);

        assertThat(check.wakeAt(MILLI)).isLessThan(HEARTBEAT / 2);
        assertThat(check.tick(HIGHER, check.wakeAt(MILLI))).isEqualTo(HIGHER);
    }

    @Test
    void oneThatDoesNotAnswerCostsARequestTimeout() {
        wants(0);
        check.answered(B, CandidateStatus.STAYS_OUT, MILLI);

        check.tick(HIGHER, SETTINGS.requestTimeout().toNanos());

        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void whoWantsToLeadStandsAndWhoHasJustEnteredIsUndecided() {
        assertThat(check.stance(0)).isEqualTo(CandidateStatus.UNDECIDED);

        check.want(Priority.DEFAULT);

        assertThat(check.stance(0)).isEqualTo(CandidateStatus.STANDS);
    }

    @Test
    void whoGaveItUpStaysOutUntilItWantsItAgain() {
        check.resigned();
        check.vacant(vacancy(Vacancy.Cause.RELEASED), 0);
        check.decided(MILLI);

        assertThat(check.stance(MILLI)).isEqualTo(CandidateStatus.STAYS_OUT);
        check.want(Priority.DEFAULT);
        assertThat(check.stance(MILLI)).isEqualTo(CandidateStatus.STANDS);
    }

    @Test
    void whoLetsAVacancyPassForAHeartbeatStaysOutOfThisOneAndTheNext() {
        check.vacant(vacancy(Vacancy.Cause.EXPIRED), 0);
        assertThat(check.stance(HEARTBEAT - 1)).isEqualTo(CandidateStatus.UNDECIDED);
        assertThat(check.stance(HEARTBEAT)).isEqualTo(CandidateStatus.STAYS_OUT);

        check.decided(HEARTBEAT);
        check.vacant(vacancy(Vacancy.Cause.EXPIRED), 10 * HEARTBEAT);

        assertThat(check.stance(10 * HEARTBEAT)).isEqualTo(CandidateStatus.STAYS_OUT);
    }

    /** Another was quicker. That says nothing about the next time. */
    @Test
    void whoHadNoTimeToAskIsUndecidedTheNextTime() {
        check.vacant(vacancy(Vacancy.Cause.RELEASED), 0);
        check.decided(10 * MILLI);
        check.vacant(vacancy(Vacancy.Cause.RELEASED), 10 * HEARTBEAT);

        assertThat(check.stance(10 * HEARTBEAT)).isEqualTo(CandidateStatus.UNDECIDED);
    }
}
