// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.FaultHandler;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.cli.ExitCode;
import dev.baton.server.guarded.CommandTimes;
import dev.baton.server.guarded.SignalRights;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Stands in an election, runs the command while it leads, and knows when to end. */
final class Runner {
    private static final List<String> ENDING = List.of("INT", "TERM", "HUP");
    private static final List<String> PASSED_ON = List.of("USR1");

    private final RunPlan plan;
    private final RunReport report;
    private final CommandDuty duty;
    private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
    private final CountDownLatch led = new CountDownLatch(1);
    private final AtomicReference<@Nullable Candidate> candidate = new AtomicReference<>();

    Runner(RunPlan plan, RunReport report, SignalRights rights) {
        this.plan = plan;
        this.report = report;
        this.duty = new CommandDuty(plan, report, rights, this::ended, this::cutShort);
    }

    /** Returns the exit code, when it is over. */
    int run(RunBackend backend) throws InterruptedException {
        int code = stand(backend);
        if (!duty.isGoneWithin(Duration.ZERO)) {
            report.failed("the command cannot be stopped, and runs on");
            return FaultHandler.EXIT_STATUS;
        }
        return code;
    }

    private int stand(RunBackend backend) throws InterruptedException {
        TerminationSignals.on(ENDING, this::end);
        TerminationSignals.on(PASSED_ON, duty::signal);
        try (Baton baton = Baton.node(plan.node())
                .requireExclusive()
                .faults(new LateStopDetector(duty, this::goesOn, CommandTimes.LATE_STOP, FaultHandler.halting()))
                .start(backend.elector(new BackendObserver()))) {
            report.standing(plan.node());
            candidate.set(baton.stand(plan.election())
                    .settings(plan.candidate())
                    .dutyPolicy(plan.duty())
                    .duty(duty)
                    .listener(new RunListener())
                    .start());
            return await();
        }
    }

    /** Whether the candidate works, and knows of no command but one that it leads by. */
    private boolean goesOn() {
        Candidate standing = candidate.get();
        if (standing == null) {
            return false;
        }
        Candidate.Status status = standing.status();
        return status.state() != Candidate.State.CLOSED
                && (standing.isLeader()
                        || status.duties().stream().allMatch(command -> command.state() == Duty.State.IDLE));
    }

    private int await() throws InterruptedException {
        try {
            if (plan.patience().isPresent() && !led.await(plan.patience().get().toNanos(), TimeUnit.NANOSECONDS)) {
                return outcome.getNow(ExitCode.NOT_LEADING.number());
            }
            return outcome.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private final class RunListener implements LeadershipListener {
        @Override
        public void elected(Leadership won) {
            led.countDown();
        }

        @Override
        public void revoked(Epoch lost, LossReason why) {
            report.lost(lost, why);
        }
    }

    private final class BackendObserver implements RunBackend.Observer {
        @Override
        public void recalled() {
            giveUp();
        }

        @Override
        public void changed(String how) {
            if (outcome.complete(ExitCode.RUN_FAILED.number())) {
                report.failed(how);
                led.countDown();
            }
        }
    }

    private void ended(int code) {
        switch (plan.onExit()) {
            case exit -> outcome.complete(code);
            case resign -> giveUp();
            case restart -> {
                // The supervisor's business.
            }
        }
    }

    private void giveUp() {
        Candidate standing = candidate.get();
        if (standing != null) {
            // That it has stopped leading by then is just as good.
            CompletableFuture<Void> unused = standing.resign();
        }
    }

    private void cutShort() {
        if (plan.onExit() == OnExit.exit) {
            outcome.complete(ExitCode.NOT_LEADING.number());
        }
    }

    private void end(String signal) {
        duty.stopBy(signal);
        outcome.complete(TerminationSignals.exitCode(signal));
        led.countDown();
    }
}
