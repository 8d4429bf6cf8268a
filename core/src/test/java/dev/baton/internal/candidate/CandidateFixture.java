// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.ORDERS;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.internal.duty.ManualCalls;
import dev.baton.internal.runtime.ManualLanes;
import dev.baton.internal.runtime.Watchdog;
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
import java.util.concurrent.Executor;

/** A candidate on hand-driven lanes, calls and elector. */
abstract class CandidateFixture {
    static final Duration LEASE = Duration.ofSeconds(10);

    /** Notes what it is told. */
    static final class Noting implements LeadershipListener {
        final List<String> heard = new ArrayList<>();

        @Override
        public void elected(Leadership won) {
            heard.add("elected " + won.epoch());
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            heard.add("revoked " + lost + " " + why);
        }
    }

    final ManualLanes lanes = new ManualLanes();
    final ManualCalls calls = new ManualCalls();
    final ManualElector elector = new ManualElector();
    final List<String> faults = new ArrayList<>();
    final Noting listener = new Noting();
    ManualCalls.Pending running;
    boolean outOfMemory;
    final Duty billing = Duty.loop("billing", leadership -> {});
    final CandidateRuntime runtime = new CandidateRuntime(
            lanes,
            calls,
            () -> whileThereIsMemory(lanes.open("listeners")),
            (what, cause) -> faults.add(what + ": " + cause.getMessage()),
            new Watchdog("unused", lanes.ticker(), (what, cause) -> faults.add(what)),
            new OpenRequests());

    Executor whileThereIsMemory(Executor queue) {
        return task -> {
            if (outOfMemory) {
                throw new OutOfMemoryError("no memory");
            }
            queue.execute(task);
        };
    }

    Candidate start(CandidateSettings.Builder settings, boolean checksHealth) {
        CandidatePlan plan = new CandidatePlan(
                new ElectionEntry(ORDERS, ALPHA, Endpoints.NONE),
                settings.build(),
                List.of(billing),
                Duty.Policy.DEFAULT.withHealthInterval(Duration.ofDays(1)),
                checksHealth ? Optional.of(() -> Health.OK) : Optional.empty(),
                List.of(listener),
                false);
        Candidate candidate = RunningCandidate.start(plan, elector, runtime);
        lanes.run();
        return candidate;
    }

    Candidate start() {
        return start(CandidateSettings.builder(), false);
    }

    void tell(ElectorEvent event) {
        elector.tell(event);
        lanes.run();
    }

    Validity validity() {
        long now = lanes.ticker().nanos();
        return new Validity(MonotonicTime.plus(now, LEASE.minusSeconds(1)), MonotonicTime.plus(now, LEASE));
    }

    void elect(long epoch) {
        tell(new ElectorEvent.Vacant(Vacancy.fresh()));
        tell(new ElectorEvent.Granted(Epoch.of(epoch), validity()));
    }

    Candidate startLeading(long epoch) {
        Candidate candidate = start();
        elect(epoch);
        running = calls.succeed("start billing");
        lanes.run();
        elector.takeAsked();
        return candidate;
    }

    void dutyStops() {
        calls.succeed("stop billing");
        lanes.run();
    }
}
