// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.DutyPolicy;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.internal.candidate.CandidatePlan;
import dev.baton.internal.candidate.CandidateRuntime;
import dev.baton.internal.candidate.OpenRequests;
import dev.baton.internal.candidate.RunningCandidate;
import dev.baton.internal.duty.DutyCalls;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.Elector;
import dev.baton.spi.Entry;
import dev.baton.spi.Lanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The real candidate of one election with a duty that behaves, in a simulated process: for simulations of an elector
 * whose nodes agree among themselves.
 */
public final class SimulatedCandidate {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final long SLOWEST_START = 5_000_000;

    private final SimulatedProcess process;
    private final Chance chance;
    private final long slowestStop;
    private final Watcher watcher;
    private final List<Leadership> leaderships = new ArrayList<>();
    private final Candidate candidate;
    private boolean dutyRuns;

    /** What a run is told, as it happens. */
    public interface Watcher {
        void elected(Epoch epoch);

        void revoked(Epoch epoch, LossReason why);

        /** Before it runs. */
        void dutyStarts();

        /** A promise could not be kept; in production the process ends. */
        void fault(String what);
    }

    /** @param slowestStop how long the duty takes to stop, at most */
    public SimulatedCandidate(
            Node node,
            SimulatedProcess process,
            Lanes lanes,
            Chance chance,
            Elector elector,
            CandidateSettings settings,
            Duration slowestStop,
            Watcher watcher) {
        this.process = process;
        this.chance = chance;
        this.slowestStop = slowestStop.toNanos();
        this.watcher = watcher;
        this.candidate = RunningCandidate.start(
                new CandidatePlan(
                        new Entry(ELECTION, node, Endpoints.NONE),
                        settings,
                        List.of(new WatchedDuty()),
                        DutyPolicy.DEFAULT,
                        Optional.empty(),
                        List.of(new Keeper())),
                elector,
                new CandidateRuntime(
                        lanes,
                        new VirtualCalls(),
                        () -> Runnable::run,
                        (what, cause) -> watcher.fault(what),
                        new Watchdog("not started", lanes.ticker(), (what, cause) -> watcher.fault(what)),
                        new OpenRequests()));
    }

    public Candidate candidate() {
        return candidate;
    }

    /** Whether the duty was started and has not stopped. */
    public boolean dutyRuns() {
        return dutyRuns;
    }

    /** Whether something in the process may act under a leadership, also one that the candidate has let go of. */
    public boolean mayAct() {
        leaderships.removeIf(held -> process.hasEnded() || !held.mayAct());
        return !leaderships.isEmpty();
    }

    public void resign() {
        process.run(() -> candidate.resign().exceptionally(notLeading -> null));
    }

    private final class Keeper implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            leaderships.add(won);
            watcher.elected(won.epoch());
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            watcher.revoked(lost, why);
        }
    }

    private final class WatchedDuty implements Duty {
        @Override
        public String name() {
            return "duty";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            watcher.dutyStarts();
            dutyRuns = true;
        }

        @Override
        public void stop() {
            dutyRuns = false;
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
