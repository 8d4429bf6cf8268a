// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.BETA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.OutcomeUnknownException;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** A broken invariant, or no memory: the candidate ends, its duties stop, and the fault handler is told. */
class CandidateBreakdownTest extends CandidateFixture {
    @Test
    void aBrokenCandidateEndsAndTheFaultHandlerIsTold() {
        Candidate candidate = startLeading(7);
        Leadership leadership = candidate.requireLeadership();
        calls.breakDown();

        CompletableFuture<Void> resigned = candidate.resign();
        lanes.run();

        assertThat(faults).containsExactly("broken invariant in orders of alpha: calls are broken");
        assertThat(candidate.isLeader()).isFalse();
        assertThat(leadership.mayAct()).isFalse();
        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 FAULT");
        assertThat(elector.takeAsked()).containsExactly("leave");
        assertThat(candidate.status().state()).isEqualTo(Candidate.State.CLOSED);
        assertThat(candidate.leader()).isEmpty();
        assertThat(resigned)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void aBrokenCandidatesDutiesAreToldToStop() {
        startLeading(7);

        tell(null);

        assertThat(faults).hasSize(1);
        assertThat(calls.underWay()).containsExactly("stop billing");
    }

    @Test
    void aBrokenCandidateDoesNothingMore() {
        Candidate candidate = startLeading(7);
        calls.breakDown();
        assertThat(candidate.resign()).isNotNull();
        lanes.run();
        elector.takeAsked();

        CompletableFuture<Void> closing = candidate.closeAsync();
        tell(new ElectorEvent.Vacant(Vacancy.fresh()));
        lanes.advance(Duration.ofMinutes(1));

        assertThat(closing).isCompleted();
        assertThat(elector.takeAsked()).isEmpty();
        assertThat(faults).hasSize(1);
    }

    @Test
    void requestsThatWereQueuedBehindTheBreakDownAreAnswered() {
        Candidate candidate = startLeading(7);
        calls.breakDown();
        assertThat(candidate.resign()).isNotNull();

        CompletableFuture<Leader> queued = candidate.transferTo(BETA.id());
        CompletableFuture<Leadership> waiting = candidate.whenLeading();
        lanes.run();

        assertThat(queued).isCompletedExceptionally();
        assertThat(waiting).isCompletedExceptionally();
    }

    @Test
    void aWaitForALeadershipEndsWithTheBreakDown() {
        Candidate candidate = startLeading(7);
        CompletableFuture<Void> resigned = candidate.resign();
        lanes.run();
        CompletableFuture<Leadership> waiting = candidate.whenLeading();
        lanes.run();
        assertThat(waiting).isNotDone();
        elector.breakAt("release");

        calls.succeed("stop billing");
        lanes.run();

        assertThat(resigned).isCompletedExceptionally();
        assertThat(waiting).isCompletedExceptionally();
    }

    @Test
    void aTransferThatWaitsForItsSuccessorIsAnsweredByTheBreakDown() {
        Candidate candidate = startLeading(7);
        CompletableFuture<Leader> transfer = candidate.transferTo(BETA.id());
        lanes.run();
        elector.breakAt("release");

        dutyStops();

        assertThat(transfer).isCompletedExceptionally();
    }

    @Test
    void aLossThatWasToldIsNotToldAgainByTheBreakDown() {
        Candidate candidate = startLeading(7);
        assertThat(candidate.resign()).isNotNull();
        lanes.run();
        elector.breakAt("release");

        dutyStops();

        assertThat(faults).hasSize(1);
        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 RESIGNED");
    }

    @Test
    void aBreakDownForWantOfMemoryStillStopsTheDutiesLeavesTheElectionAndIsAFault() {
        Candidate candidate = startLeading(7);
        assertThat(candidate.resign()).isNotNull();
        outOfMemory = true;

        lanes.run();

        assertThat(faults).containsExactly("broken invariant in orders of alpha: no memory");
        assertThat(calls.underWay()).containsExactly("stop billing");
        assertThat(elector.takeAsked()).containsExactly("leave");
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test
    void anElectionThatCouldNotBeLeftIsLeftWithTheNextEvent() {
        Candidate candidate = startLeading(7);
        calls.breakDown();
        elector.breakAt("leave");
        assertThat(candidate.resign()).isNotNull();
        lanes.run();
        elector.takeAsked();
        elector.breakAt("nothing");

        tell(new ElectorEvent.Extended(Epoch.of(7), validity()));
        tell(new ElectorEvent.Extended(Epoch.of(7), validity()));

        assertThat(elector.takeAsked()).containsExactly("leave");
        assertThat(faults).hasSize(1);
    }

    @Test
    void aContestThatCannotBeLeftDoesNotHideTheFault() {
        Candidate candidate = startLeading(7);
        calls.breakDown();
        elector.breakAt("leave");
        assertThat(candidate.resign()).isNotNull();

        lanes.run();

        assertThat(faults).containsExactly("broken invariant in orders of alpha: calls are broken");
        assertThat(candidate.closeAsync()).satisfies(closing -> {
            lanes.run();
            assertThat(closing).isCompleted();
        });
    }
}
