// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.core.Leadership;
import dev.baton.duty.Duty;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The command as a leader-only service. */
final class CommandDuty implements Duty {
    /** What this process was given for itself. */
    static final List<String> SECRETS = List.of("BATON_TOKEN", "BATON_DB_PASSWORD");

    private final RunPlan plan;
    private final RunReport report;
    private final IntConsumer ended;
    private final Runnable cutShort;
    private volatile @Nullable GuardedCommand running;
    private volatile String stopSignal = "TERM";

    /**
     * @param ended told the exit code of a command that ended by itself
     * @param cutShort told that the command was stopped before it ended
     */
    CommandDuty(RunPlan plan, RunReport report, IntConsumer ended, Runnable cutShort) {
        this.plan = plan;
        this.report = report;
        this.ended = ended;
        this.cutShort = cutShort;
    }

    @Override
    public String name() {
        return "command";
    }

    @Override
    public void start(Leadership leadership, Crash crash) throws IOException {
        Map<String, String> environment = Map.of(
                "BATON_ELECTION", leadership.election().value(),
                "BATON_NODE", leadership.node().id().value(),
                "BATON_EPOCH", leadership.epoch().toString());
        GuardedCommand started = GuardedCommand.start(plan.command(), environment, SECRETS, leadership, plan.grace());
        running = started;
        report.started(leadership);
        started.whenEnded(code -> exited(started, code, crash));
    }

    private void exited(GuardedCommand command, int code, Crash crash) {
        // Not the end of one that was stopped.
        if (running == command) {
            report.ended(code);
            ended.accept(code);
            if (plan.onExit() == OnExit.restart) {
                crash.report(new CommandEnded(code));
            }
        }
    }

    @Override
    public void stop() {
        GuardedCommand command = running;
        running = null;
        if (command != null) {
            boolean early = command.isAlive();
            command.stop(stopSignal);
            if (early) {
                report.stopped(stopSignal);
                cutShort.run();
            }
        }
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
