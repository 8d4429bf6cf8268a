// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Fence;
import dev.baton.FencedException;
import dev.baton.InMemoryFence;
import dev.baton.LeadershipListener;
import dev.baton.internal.duty.ManualCalls;
import dev.baton.internal.runtime.ManualLanes;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ManualElector;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A leader that a fence outside refuses, while its elector says that it leads. */
class FenceIsAheadTest {
    private final ManualLanes lanes = new ManualLanes();
    private final ManualElector elector = new ManualElector();
    private final Fence fence = new InMemoryFence();
    private final List<Alarm> alarms = new ArrayList<>();
    private final Candidate candidate = RunningCandidate.start(
            new CandidatePlan(
                    new ElectionEntry(ORDERS, ALPHA, Endpoints.NONE),
                    CandidateSettings.defaults(),
                    List.of(),
                    Duty.Policy.DEFAULT,
                    Optional.empty(),
                    List.of(new LeadershipListener() {
                        @Override
                        public void on(CandidateEvent event) {
                            if (event instanceof CandidateEvent.AlarmRaised raised) {
                                alarms.add(raised.alarm());
                            }
                        }
                    }),
                    false),
            elector,
            new CandidateRuntime(
                    lanes,
                    new ManualCalls(),
                    () -> lanes.open("listeners"),
                    (what, cause) -> {},
                    new Watchdog("unused", lanes.ticker(), (what, cause) -> {}),
                    new OpenRequests()));

    FenceIsAheadTest() {
        lanes.run();
        tell(new ElectorEvent.Vacant(Vacancy.fresh()));
        tell(new ElectorEvent.Granted(Epoch.of(5), validity()));
    }

    private void tell(ElectorEvent event) {
        elector.tell(event);
        lanes.run();
    }

    private Validity validity() {
        long now = lanes.ticker().nanos();
        return new Validity(
                MonotonicTime.plus(now, Duration.ofSeconds(9)), MonotonicTime.plus(now, Duration.ofSeconds(10)));
    }

    private void isRefused() {
        assertThatExceptionOfType(FencedException.class).isThrownBy(() -> fence.pass(candidate.requireLeadership()));
    }

    @Test
    void anElectorThatForgotAnEpochIsAnAlarm() {
        fence.pass(ORDERS, Epoch.of(9));
        isRefused();
        assertThat(alarms).as("not yet: it may have been replaced").isEmpty();

        tell(new ElectorEvent.Extended(Epoch.of(5), validity()));

        assertThat(alarms)
                .containsExactly(new Alarm(
                        Alarm.Kind.FENCE_IS_AHEAD,
                        "a fence has seen epoch 9 of orders, which is led under epoch 5: the elector has forgotten"
                                + " epochs; raise them above 9"));
    }

    @Test
    void itIsToldOncePerEpochThatTheFenceHasSeen() {
        fence.pass(ORDERS, Epoch.of(9));
        isRefused();
        tell(new ElectorEvent.Extended(Epoch.of(5), validity()));
        isRefused();
        tell(new ElectorEvent.Extended(Epoch.of(5), validity()));
        assertThat(alarms).hasSize(1);

        fence.pass(ORDERS, Epoch.of(10));
        isRefused();
        tell(new ElectorEvent.Extended(Epoch.of(5), validity()));

        assertThat(alarms).hasSize(2);
    }

    @Test
    void aLeaderThatWasReplacedIsNoAlarm() {
        fence.pass(ORDERS, Epoch.of(6));
        isRefused();

        tell(new ElectorEvent.Lost(Epoch.of(5)));

        assertThat(alarms).isEmpty();
    }
}
