// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.Node;
import dev.baton.internal.candidate.CandidatePlan;
import dev.baton.internal.candidate.CandidateRuntime;
import dev.baton.internal.candidate.OpenRequests;
import dev.baton.internal.candidate.RunningCandidate;
import dev.baton.internal.duty.DutyCalls;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.Lanes;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryListener;
import dev.baton.testkit.history.HistoryRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The real candidate of one election with a duty that behaves, in a simulated process: for simulations of an elector
 * whose nodes agree among themselves.
 */
final class SimulatedCandidate {
    static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final long SLOWEST_START = 5_000_000;

    private final SimulatedProcess process;
    private final SeededRandom chance;
    private final long slowestStop;
    private final HistoryRecorder history;
    private final List<Leadership> leaderships = new ArrayList<>();
    private final Candidate candidate;
    private boolean dutyRuns;

    /**
     * @param slowestStop how long the duty takes to stop, at most
     * @param fault told that a promise could not be kept; in production the process ends
     */
    SimulatedCandidate(
            Node node,
            SimulatedProcess process,
            Lanes lanes,
            SeededRandom chance,
            Elector elector,
            CandidateSettings settings,
            Duration slowestStop,
            HistoryRecorder history,
            Consumer<String> fault) {
        this.process = process;
        this.chance = chance;
        this.slowestStop = slowestStop.toNanos();
        this.history = history;
        this.candidate = RunningCandidate.start(
                new CandidatePlan(
                        new ElectionEntry(ELECTION, node, Endpoints.NONE),
                        settings,
                        List.of(new WatchedDuty()),
                        Duty.Policy.DEFAULT,
                        Optional.empty(),
                        List.of(new Keeper(), new HistoryListener(history, ELECTION)),
                        false),
                elector,
                new CandidateRuntime(
                        lanes,
                        new VirtualCalls(),
                        () -> Runnable::run,
                        (what, cause) -> fault.accept(what),
                        new Watchdog("not started", lanes.ticker(), (what, cause) -> fault.accept(what)),
                        new OpenRequests()));
    }

    Candidate candidate() {
        return candidate;
    }

    /** Whether the duty was started and has not stopped. */
    boolean dutyRuns() {
        return dutyRuns;
    }

    /** Adds what something in the process may act under now, also leaderships that the candidate has let go of. */
    void addActing(List<Leadership> acting) {
        leaderships.removeIf(held -> process.hasEnded() || !held.mayAct());
        acting.addAll(leaderships);
    }

    void resign() {
        process.run(() -> candidate.resign().exceptionally(notLeading -> null));
    }

    private final class Keeper implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            leaderships.add(won);
        }
    }

    private final class WatchedDuty implements Duty {
        private Epoch epoch = Epoch.NONE;

        @Override
        public String name() {
            return "duty";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            epoch = leadership.epoch();
            history.record(Kind.OK, Op.DUTY_STARTED, ELECTION, epoch, Details.of("duty", name()));
            dutyRuns = true;
        }

        @Override
        public void stop() {
            dutyRuns = false;
            history.record(Kind.OK, Op.DUTY_STOPPED, ELECTION, epoch, Details.of("duty", name()));
        }
    }

    /** Calls the duty in virtual time. */
    private final class VirtualCalls implements DutyCalls {
        @Override
        public Call start(Duty duty, Leadership won, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
            ((WatchedDuty) duty).start(won, crash);
            process.after(chance.nanos(0, SLOWEST_START), () -> answer.accept(Optional.empty()));
            return () -> {};
        }

        @Override
        public Call stop(Duty duty, Leadership leadership, Runnable begun, Consumer<Optional<Throwable>> answer) {
            begun.run();
            process.after(chance.nanos(0, slowestStop), () -> {
                ((WatchedDuty) duty).stop();
                answer.accept(Optional.empty());
            });
            return () -> {};
        }

        @Override
        public Call health(Health.Check check, Consumer<Health> answer) {
            process.after(0, () -> answer.accept(Health.OK));
            return () -> {};
        }
    }
}
