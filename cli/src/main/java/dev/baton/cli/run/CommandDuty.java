// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.server.guarded.GuardedCommand;
import dev.baton.server.guarded.SignalRights;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The command as a leader-only service. */
final class CommandDuty implements Duty, LateStopDetector.Command {
    static final String NAME = "command";

    /** What this process was given for itself. */
    static final List<String> SECRETS = List.of("BATON_TOKEN", "BATON_DB_PASSWORD");

    private final RunPlan plan;
    private final RunReport report;
    private final IntConsumer ended;
    private final Runnable cutShort;
    private final SignalRights rights;
    private volatile @Nullable GuardedCommand running;
    private volatile @Nullable GuardedCommand last;
    private @Nullable GuardedCommand endedByItself;
    private volatile String stopSignal = "TERM";

    /**
     * @param ended told the exit code of a command that ended by itself
     * @param cutShort told that the command was stopped before it ended
     */
    CommandDuty(RunPlan plan, RunReport report, SignalRights rights, IntConsumer ended, Runnable cutShort) {
        this.plan = plan;
        this.report = report;
        this.rights = rights;
        this.ended = ended;
        this.cutShort = cutShort;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start(Leadership leadership, Crash crash) throws IOException {
        Map<String, String> environment = Map.of(
                "BATON_ELECTION", leadership.election().value(),
                "BATON_NODE", leadership.node().id().value(),
                "BATON_EPOCH", leadership.epoch().toString());
        GuardedCommand started = GuardedCommand.start(
                plan.command(),
                environment,
                SECRETS::contains,
                leadership,
                plan.times().grace(),
                ProcessBuilder.Redirect.INHERIT);
        running = started;
        last = started;
        report.started(leadership);
        started.whenEnded(code -> {
            if (hasEndedByItself(started, leadership)) {
                exited(code, crash);
            }
        });
    }

    /** Not if it was stopped, nor if its leadership is over: then its guardian ended it, and stopping is on its way. */
    private synchronized boolean hasEndedByItself(GuardedCommand command, Leadership leadership) {
        boolean alone = running == command && leadership.mayAct();
        if (alone) {
            endedByItself = command;
        }
        return alone;
    }

    private void exited(int code, Crash crash) {
        report.ended(code);
        ended.accept(code);
        if (plan.onExit() == OnExit.restart) {
            crash.report(new CommandEnded(code));
        }
    }

    /** Whether it was to run on. */
    private synchronized boolean isCutShort(GuardedCommand command) {
        running = null;
        return endedByItself != command;
    }

    @Override
    public void stop() {
        GuardedCommand command = running;
        if (command != null) {
            boolean cut = isCutShort(command);
            command.stop(stopSignal, report::cannotEnd);
            if (cut) {
                report.stopped(stopSignal);
                cutShort.run();
            }
        }
    }

    /** Always good: what cannot be ended would not be better off without its leader. But it is told in time. */
    @Override
    public Health health() {
        GuardedCommand command = running;
        if (command != null) {
            List<Long> beyondReach = command.processes().members().stream()
                    .filter(process -> !rights.reach(process))
                    .toList();
            if (!beyondReach.isEmpty()) {
                report.cannotEnd(beyondReach);
            }
        }
        return Health.OK;
    }

    @Override
    public boolean isGoneWithin(Duration limit) throws InterruptedException {
        GuardedCommand command = last;
        return command == null || command.isGoneWithin(limit);
    }

    /** Passes a signal on. */
    void signal(String name) {
        GuardedCommand command = running;
        if (command != null) {
            command.signal(name);
        }
    }

    /** The next stop is told by this signal rather than by TERM. */
    void stopBy(String signal) {
        stopSignal = signal;
    }

    /** The command ended, and was meant to go on. */
    static final class CommandEnded extends Exception {
        private static final long serialVersionUID = 1L;

        CommandEnded(int code) {
            super("the command ended with exit code " + code);
        }
    }
}
