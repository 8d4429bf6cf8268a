// SPDX-License-Identifier: Apache-2.0
package dev.baton.duty;

import dev.baton.core.Health;
import dev.baton.core.HealthCheck;
import dev.baton.core.Leadership;
import dev.baton.runtime.BlockingCalls;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Calls duties on the threads for blocking calls. */
public final class ThreadDutyCalls implements DutyCalls {
    private final BlockingCalls threads;

    public ThreadDutyCalls(BlockingCalls threads) {
        this.threads = threads;
    }

    @Override
    public Call start(Duty duty, Leadership leadership, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
        return run(
                () -> {
                    // The call may have waited for a thread, or the process may have been paused.
                    leadership.check();
                    duty.start(leadership, crash);
                },
                answer);
    }

    @Override
    public Call stop(Duty duty, Consumer<Optional<Throwable>> answer) {
        return run(duty::stop, answer);
    }

    @Override
    public Call health(HealthCheck check, Consumer<Health> answer) {
        AtomicReference<Health> health = new AtomicReference<>(Health.OK);
        return run(
                () -> health.set(Objects.requireNonNull(check.check(), "health")),
                error -> answer.accept(
                        error.map(thrown -> Health.bad(thrown.toString())).orElseGet(health::get)));
    }

    private Call run(Body body, Consumer<Optional<Throwable>> answer) {
        BlockingCalls.Call call = threads.submit(() -> {
            Optional<Throwable> error = Optional.empty();
            try {
                body.run();
            } catch (Throwable thrown) {
                error = Optional.of(thrown);
            }
            answer.accept(error);
        });
        return call::interrupt;
    }

    private interface Body {
        void run() throws Exception;
    }
}
