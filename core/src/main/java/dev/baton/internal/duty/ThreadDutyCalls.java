// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.BlockingCalls;
import dev.baton.internal.runtime.Task;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Calls duties on the threads for blocking calls. Stops have their own threads, so that a start that hangs does not delay them. */
public final class ThreadDutyCalls implements DutyCalls {
    private static final AsyncLog LOG = AsyncLog.of(ThreadDutyCalls.class);

    private final BlockingCalls threads;
    private final BlockingCalls stopThreads;

    public ThreadDutyCalls(BlockingCalls threads, BlockingCalls stopThreads) {
        this.threads = threads;
        this.stopThreads = stopThreads;
    }

    @Override
    public Call start(Duty duty, Leadership leadership, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
        return cancellable(
                () -> {
                    // The call may have waited for a thread, or the process may have been paused.
                    leadership.check();
                    DutyThread.run(leadership, () -> duty.start(leadership, crash));
                },
                answer);
    }

    @Override
    public Call stop(Duty duty, Leadership leadership, Runnable begun, Consumer<Optional<Throwable>> answer) {
        if (duty instanceof LoopDuty loop) {
            say(begun);
            return loop.stop(() -> answer.accept(Optional.empty()));
        }
        return stopThreads.submit(() -> {
            say(begun);
            run(() -> DutyThread.run(leadership, duty::stop), answer);
        })::interrupt;
    }

    /** Whatever happens, the duty has to be stopped. */
    private static void say(Runnable begun) {
        try {
            begun.run();
        } catch (Throwable broken) {
            LOG.error("could not report that a stop began", broken);
        }
    }

    @Override
    public Call health(Health.Check check, Consumer<Health> answer) {
        AtomicReference<Health> health = new AtomicReference<>(Health.OK);
        return cancellable(
                () -> health.set(Objects.requireNonNull(check.check(), "health")),
                error -> answer.accept(
                        error.map(thrown -> Health.bad(thrown.toString())).orElseGet(health::get)));
    }

    private Call cancellable(Task body, Consumer<Optional<Throwable>> answer) {
        AtomicBoolean taken = new AtomicBoolean();
        BlockingCalls.Call call = threads.submit(() -> {
            if (taken.compareAndSet(false, true)) {
                run(body, answer);
            }
        });
        return () -> {
            if (taken.compareAndSet(false, true)) {
                answer.accept(Optional.of(new CancellationException("no thread was free")));
            } else {
                call.interrupt();
            }
        };
    }

    private static void run(Task body, Consumer<Optional<Throwable>> answer) {
        Optional<Throwable> error = Optional.empty();
        try {
            body.run();
        } catch (Throwable thrown) {
            error = Optional.of(thrown);
        }
        answer.accept(error);
    }
}
