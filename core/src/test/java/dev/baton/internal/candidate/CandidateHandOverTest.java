// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.Sample.leader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.Candidate;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.spi.ElectorEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Requests to a candidate: to resign, to hand over, to be eligible or not. */
class CandidateHandOverTest extends CandidateFixture {
    @Test
    void aResignationIsDoneWhenLeadershipIsGivenBack() {
        Candidate candidate = startLeading(7);

        CompletableFuture<Void> done = candidate.resign();
        lanes.run();
        assertThat(candidate.isLeader()).isFalse();
        dutyStops();
        assertThat(done).isNotDone();
        tell(new ElectorEvent.Released(Epoch.of(7)));

        assertThat(done).isCompleted();
    }

    @Test
    void whoDoesNotLeadCannotResignOrHandOver() {
        Candidate candidate = start();

        CompletableFuture<Void> resigned = candidate.resign();
        CompletableFuture<Leader> handedOver = candidate.transferTo(BETA.id());
        lanes.run();

        assertThat(resigned)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(NotLeaderException.class);
        assertThat(handedOver).isCompletedExceptionally();
    }

    @Test
    void aLeadershipThatIsNotTheOneMeantGoesOn() {
        Candidate candidate = startLeading(7);

        CompletableFuture<Void> resigned = candidate.resign(Epoch.of(6));
        CompletableFuture<Leader> handedOver = candidate.transferTo(BETA.id(), Epoch.of(8));
        lanes.run();

        assertThat(resigned)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(NotLeaderException.class);
        assertThat(handedOver).isCompletedExceptionally();
        assertThat(candidate.isLeader()).isTrue();
        assertThat(elector.takeAsked()).isEmpty();
    }

    @Test
    void theLeadershipThatIsMeantIsHandedOver() {
        Candidate candidate = startLeading(7);

        CompletableFuture<Leader> done = candidate.transferTo(BETA.id(), Epoch.of(7));
        lanes.run();
        dutyStops();
        tell(new ElectorEvent.Released(Epoch.of(7)));
        tell(new ElectorEvent.LeaderSeen(leader(BETA, 8)));

        assertThat(done).isCompletedWithValue(leader(BETA, 8));
    }

    @Test
    void eligibilityChangesOnlyUnderTheLeaderThatWasSeen() {
        Candidate candidate = startLeading(7);

        CompletableFuture<Boolean> stale = candidate.setEligible(false, Optional.of(Epoch.of(6)));
        CompletableFuture<Boolean> vacant = candidate.setEligible(false, Optional.empty());
        lanes.run();
        assertThat(stale).isCompletedWithValue(false);
        assertThat(vacant).isCompletedWithValue(false);
        assertThat(candidate.isLeader()).isTrue();

        CompletableFuture<Boolean> done = candidate.setEligible(false, Optional.of(Epoch.of(7)));
        lanes.run();
        assertThat(done).isCompletedWithValue(true);
        assertThat(candidate.isLeader()).isFalse();
        assertThat(candidate.status().eligible()).isFalse();
    }

    @Test
    void aTransferIsDoneWhenTheNextLeaderIsSeen() {
        Candidate candidate = startLeading(7);

        CompletableFuture<Leader> done = candidate.transferTo(BETA.id());
        lanes.run();
        dutyStops();
        assertThat(elector.takeAsked()).containsExactly("release 7 to beta");
        tell(new ElectorEvent.Released(Epoch.of(7)));
        assertThat(done).isNotDone();
        tell(new ElectorEvent.LeaderSeen(leader(GAMMA, 8)));

        assertThat(done).isCompletedWithValue(leader(GAMMA, 8));
    }

    @Test
    void aTransferToItselfIsAWrongCall() {
        Candidate candidate = startLeading(7);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> candidate.transferTo(ALPHA.id()))
                .withMessage("transfer of orders to alpha itself");
    }

    @Test
    void aTransferFailsWhenTheCandidateIsClosedFirst() {
        Candidate candidate = startLeading(7);
        CompletableFuture<Leader> done = candidate.transferTo(BETA.id());
        assertThat(candidate.closeAsync()).isNotNull();
        lanes.run();
        dutyStops();
        tell(new ElectorEvent.Released(Epoch.of(7)));

        assertThat(done)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(UnavailableException.class);
    }

    @Test
    void aClosedCandidateRefusesRequestsAtOnce() {
        Candidate candidate = start();
        assertThat(candidate.closeAsync()).isNotNull();
        lanes.run();

        assertThat(candidate.resign()).isCompletedExceptionally();
        assertThat(candidate.setEligible(true, Optional.empty())).isCompletedWithValue(false);
        assertThat(candidate.closeAsync()).isNotNull();
        assertThat(candidate.status().state()).isEqualTo(Candidate.State.CLOSED);
    }
}
