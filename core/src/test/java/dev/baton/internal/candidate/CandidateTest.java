// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.Sample.ORDERS;
import static dev.baton.Sample.leader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.ConfigurationException;
import dev.baton.Duty;
import dev.baton.DutyPolicy;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.internal.duty.ManualCalls;
import dev.baton.internal.runtime.ManualLanes;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Entry;
import dev.baton.spi.Instants;
import dev.baton.spi.ManualElector;
import dev.baton.spi.Term;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** The runner around the rules, on hand-driven lanes, calls and elector. */
class CandidateTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    /** Notes what it is told. */
    private static final class Noting implements LeadershipListener {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void elected(Leadership won) {
            heard.add("elected " + won.epoch());
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            heard.add("revoked " + lost + " " + why);
        }
    }

    private static final class Throwing implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            throw new IllegalStateException("no");
        }

        @Override
        public void on(CandidateEvent event) {
            throw new AssertionError("no");
        }
    }

    private final ManualLanes lanes = new ManualLanes();
    private final ManualCalls calls = new ManualCalls();
    private final ManualElector elector = new ManualElector();
    private final List<String> faults = new ArrayList<>();
    private final Noting listener = new Noting();
    private ManualCalls.Pending running;
    private boolean outOfMemory;
    private final Duty billing = Duty.loop("billing", leadership -> {});
    private final CandidateRuntime runtime = new CandidateRuntime(
            lanes,
            calls,
            () -> whileThereIsMemory(lanes.open("listeners")),
            (what, cause) -> faults.add(what + ": " + cause.getMessage()),
            new Watchdog("unused", lanes.ticker(), (what, cause) -> faults.add(what)),
            new OpenRequests());

    private Executor whileThereIsMemory(Executor queue) {
        return task -> {
            if (outOfMemory) {
                throw new OutOfMemoryError("no memory");
            }
            queue.execute(task);
        };
    }

    private Candidate start(CandidateSettings.Builder settings, boolean checksHealth) {
        CandidatePlan plan = new CandidatePlan(
                new Entry(ORDERS, ALPHA, Endpoints.NONE),
                settings.build(),
                List.of(billing),
                DutyPolicy.DEFAULT.withHealthInterval(Duration.ofDays(1)),
                checksHealth ? Optional.of(() -> Health.OK) : Optional.empty(),
                List.of(listener));
        Candidate candidate = RunningCandidate.start(plan, elector, runtime);
        lanes.run();
        return candidate;
    }

    private Candidate start() {
        return start(CandidateSettings.builder(), false);
    }

    private void tell(ElectorEvent event) {
        elector.tell(event);
        lanes.run();
    }

    private Term term() {
        long now = lanes.ticker().nanos();
        return new Term(Instants.plus(now, LEASE.minusSeconds(1)), Instants.plus(now, LEASE));
    }

    private void elect(long epoch) {
        tell(new ElectorEvent.Vacant(Vacancy.fresh()));
        tell(new ElectorEvent.Granted(Epoch.of(epoch), term()));
    }

    private Candidate startLeading(long epoch) {
        Candidate candidate = start();
        elect(epoch);
        running = calls.succeed("start billing");
        lanes.run();
        elector.takeAsked();
        return candidate;
    }

    private void dutyStops() {
        calls.succeed("stop billing");
        lanes.run();
    }

    // ---- leading

    @Test
    void aGrantIsVisibleAndStartsTheDuties() {
        Candidate candidate = start();

        elect(7);

        assertThat(elector.takeAsked()).containsExactly("enter orders", "campaign 100");
        assertThat(candidate.isLeader()).isTrue();
        assertThat(candidate.requireLeadership().epoch()).isEqualTo(Epoch.of(7));
        assertThat(candidate.leader()).contains(leader(ALPHA, 7));
        assertThat(calls.find("start billing").leadership().epoch()).isEqualTo(Epoch.of(7));
        assertThat(listener.heard).containsExactly("elected 7");
    }

    @Test
    void statusShowsTheCandidateAtAGlance() {
        Candidate candidate = startLeading(7);

        Candidate.Status status = candidate.status();

        assertThat(status.election()).isEqualTo(candidate.election());
        assertThat(status.node()).isEqualTo(candidate.node());
        assertThat(status.state()).isEqualTo(Candidate.State.LEADING);
        assertThat(status.epoch()).contains(Epoch.of(7));
        assertThat(status.remaining()).isEqualTo(LEASE.minusSeconds(1));
        assertThat(status.duties())
                .singleElement()
                .satisfies(duty -> assertThat(duty.state()).isEqualTo(Duty.State.RUNNING));
    }

    @Test
    void eventsThatComeBeforeEnteringIsDoneAreNotLost() {
        elector.early(new ElectorEvent.Vacant(Vacancy.fresh()));

        start();

        assertThat(elector.takeAsked()).containsExactly("enter orders", "campaign 100");
    }

    @Test
    void theFirstQuestionAfterAPauseIsAnsweredTruly() {
        Candidate candidate = startLeading(7);

        lanes.pause(LEASE);

        assertThat(candidate.isLeader()).isFalse();
        assertThat(candidate.leadership()).isEmpty();
        assertThat(candidate.status().epoch()).isEmpty();
    }

    @Test
    void whoDoesNotLeadNamesTheLeader() {
        Candidate candidate = start();
        tell(new ElectorEvent.LeaderSeen(leader(BETA, 3)));

        assertThatExceptionOfType(NotLeaderException.class)
                .isThrownBy(candidate::requireLeadership)
                .satisfies(error -> assertThat(error.leader()).contains(leader(BETA, 3)));
    }

    @Test
    void aRenewalKeepsItLeading() {
        Candidate candidate = startLeading(7);
        lanes.advance(Duration.ofSeconds(8));
        tell(new ElectorEvent.Extended(Epoch.of(7), term()));
        lanes.advance(Duration.ofSeconds(8));

        assertThat(candidate.isLeader()).isTrue();
    }

    @Test
    void withoutARenewalTheDutiesAreStoppedBeforeTheDeadlineAndLeadershipGivenBack() {
        Candidate candidate = startLeading(7);

        lanes.advance(Duration.ofMillis(8_500));

        assertThat(candidate.isLeader()).isFalse();
        assertThat(calls.underWay()).containsExactly("stop billing");
        assertThat(elector.takeAsked()).isEmpty();
        dutyStops();
        assertThat(elector.takeAsked()).containsExactly("release 7");
        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 DEADLINE");
    }

    @Test
    void aTenureThatWasSeenToBeOverIsNotRenewedByARuleThatHasNotNoticed() {
        Candidate candidate = startLeading(7);
        lanes.pause(LEASE);
        assertThat(candidate.isLeader()).isFalse();
        // As if the rule had read the clock before the pause.
        lanes.ticker().advance(LEASE.negated().plusSeconds(2));

        tell(new ElectorEvent.Extended(Epoch.of(7), term()));

        assertThat(candidate.isLeader()).isFalse();
        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 DEADLINE");
    }

    @Test
    void aDutyIsToldOfItsLeadershipWhichEndsWithIt() {
        Candidate candidate = start();
        elect(7);
        Leadership leadership = calls.succeed("start billing").leadership();
        lanes.run();

        CompletableFuture<Void> closing = candidate.closeAsync();
        lanes.run();

        // While it stops, the duty may still finish what it began.
        assertThat(leadership.mayAct()).isTrue();
        assertThat(candidate.isLeader()).isFalse();
        dutyStops();
        assertThat(leadership.mayAct()).isFalse();
        tell(new ElectorEvent.Released(Epoch.of(7)));
        assertThat(closing).isCompleted();
        assertThat(elector.takeAsked()).endsWith("release 7", "leave");
    }

    @Test
    void aDutyThatCannotBeKeptAliveCostsTheLeadership() {
        startLeading(7);

        for (int i = 0; i <= DutyPolicy.DEFAULT.maxRestarts(); i++) {
            if (i > 0) {
                lanes.advance(Duration.ofSeconds(4));
                tell(new ElectorEvent.Extended(Epoch.of(7), term()));
                lanes.advance(Duration.ofSeconds(4));
                tell(new ElectorEvent.Extended(Epoch.of(7), term()));
                calls.succeed("start billing").crash(new IllegalStateException("disk"));
            } else {
                running.crash(new IllegalStateException("disk"));
            }
            lanes.run();
            dutyStops();
        }

        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 DUTY_FAILED");
        assertThat(elector.takeAsked()).containsExactly("release 7");
    }

    @Test
    void aDutyThatCannotBeStoppedIsAFaultAndLeadershipLapses() {
        Candidate candidate = startLeading(7);
        assertThat(candidate.resign()).isNotNull();
        lanes.run();

        calls.fail("stop billing", new IllegalStateException("busy"));
        lanes.run();

        assertThat(elector.takeAsked()).containsExactly("abandon 7");
        assertThat(faults)
                .containsExactly("duty billing of orders cannot be stopped: stop failed: IllegalStateException: busy: "
                        + "duty billing of orders cannot be stopped: stop failed: IllegalStateException: busy");
    }

    @Test
    void settingsThatDoNotFitTheElectorAreRefusedBeforeAnythingIsEntered() {
        elector.certainty(Duration.ofMillis(500));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::start)
                .withMessage("candidate: windDown 500ms must be under the certainty of the elector 500ms");
        assertThat(elector.takeAsked()).isEmpty();
    }

    @Test
    void aCandidateIsMadeIneligibleAndEligibleAgain() {
        Candidate candidate = start();
        tell(new ElectorEvent.Vacant(Vacancy.fresh()));

        candidate.setEligible(false);
        lanes.run();
        assertThat(candidate.status().eligible()).isFalse();
        candidate.setEligible(true);
        lanes.run();

        assertThat(elector.takeAsked()).endsWith("campaign 100", "withdraw", "campaign 100");
    }

    // ---- resigning and handing over

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

    // ---- listeners

    @Test
    void aListenerThatThrowsIsCountedAndTheOthersAreTold() {
        Candidate candidate = start();
        Noting after = new Noting();
        candidate.addListener(new Throwing());
        candidate.addListener(after);
        lanes.run();

        elect(7);

        assertThat(listener.heard).containsExactly("elected 7");
        assertThat(after.heard).containsExactly("elected 7");
        assertThat(candidate.listenerFailures()).isPositive();
        assertThat(faults).isEmpty();
    }

    @Test
    void aListenerThatComesWhileLeadingIsToldSoFirst() {
        Candidate candidate = startLeading(7);
        Noting late = new Noting();

        candidate.addListener(late);
        lanes.run();
        assertThat(candidate.resign()).isNotNull();
        lanes.run();

        assertThat(late.heard).containsExactly("elected 7", "revoked 7 RESIGNED");
    }

    @Test
    void aListenerThatComesWhileSteppingDownHearsOfTheNextLeadershipOnly() {
        Candidate candidate = startLeading(7);
        assertThat(candidate.resign()).isNotNull();
        lanes.run();
        Noting late = new Noting();

        candidate.addListener(late);
        lanes.run();
        dutyStops();

        assertThat(late.heard).isEmpty();
    }

    @Test
    void aListenerThatWasRemovedHearsNothing() {
        Candidate candidate = start();
        candidate.removeListener(listener);
        Noting brief = new Noting();
        candidate.addListener(brief);
        candidate.removeListener(brief);
        lanes.run();

        elect(7);

        assertThat(listener.heard).isEmpty();
        assertThat(brief.heard).isEmpty();
    }

    // ---- health

    @Test
    void aHealthCheckThatHangsMakesTheNodeUnfit() {
        Candidate candidate =
                start(CandidateSettings.builder().unhealthyAfter(2).checkInterval(Duration.ofSeconds(1)), true);
        elect(7);

        lanes.advance(Duration.ofSeconds(1));
        ManualCalls.Pending check = calls.find("health");
        lanes.advance(Duration.ofSeconds(1));
        assertThat(candidate.isLeader()).isTrue();
        lanes.advance(Duration.ofSeconds(1));

        assertThat(check.interrupts()).isEqualTo(2);
        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 UNHEALTHY");
        assertThat(candidate.status().healthy()).isFalse();
    }

    @Test
    void aHealthCheckThatAnswersIsAskedAgain() {
        Candidate candidate =
                start(CandidateSettings.builder().unhealthyAfter(1).checkInterval(Duration.ofSeconds(1)), true);
        elect(7);
        lanes.advance(Duration.ofSeconds(1));
        calls.succeed("health");
        lanes.advance(Duration.ofSeconds(1));
        assertThat(candidate.isLeader()).isTrue();

        calls.fail("health", new IllegalStateException("disk full"));
        lanes.run();

        assertThat(listener.heard).containsExactly("elected 7", "revoked 7 UNHEALTHY");
    }

    // ---- a broken invariant

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

        tell(new ElectorEvent.Extended(Epoch.of(7), term()));
        tell(new ElectorEvent.Extended(Epoch.of(7), term()));

        assertThat(elector.takeAsked()).containsExactly("leave");
        assertThat(faults).hasSize(1);
    }

    @Test
    void aStopThatCameBackBehindTheDeadlineOnABusyLaneIsNotStuck() {
        startLeading(7);
        lanes.advance(Duration.ofMillis(8_500));
        // Stopped in time; the lane gets to it only after the deadline, and to the deadline first.
        lanes.pause(Duration.ofSeconds(1));
        calls.succeed("stop billing");

        lanes.run();

        assertThat(faults).isEmpty();
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
