// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.leader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.ConfigurationException;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.internal.duty.ManualCalls;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The runner around the rules: leading, with duties and health checks, on hand-driven lanes, calls and elector. */
class CandidateTest extends CandidateFixture {
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
        tell(new ElectorEvent.Extended(Epoch.of(7), validity()));
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

        tell(new ElectorEvent.Extended(Epoch.of(7), validity()));

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

        for (int i = 0; i <= Duty.Policy.DEFAULT.maxRestarts(); i++) {
            if (i > 0) {
                lanes.advance(Duration.ofSeconds(4));
                tell(new ElectorEvent.Extended(Epoch.of(7), validity()));
                lanes.advance(Duration.ofSeconds(4));
                tell(new ElectorEvent.Extended(Epoch.of(7), validity()));
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
}
