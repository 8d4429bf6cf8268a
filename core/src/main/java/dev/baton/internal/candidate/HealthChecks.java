// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Health;
import dev.baton.internal.duty.DutyCalls;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks a node for its health, one question at a time. Confined to the candidate's lane. */
final class HealthChecks {
    private final Optional<Health.Check> check;
    private final DutyCalls calls;
    private final Executor lane;
    private final Consumer<Health> answers;
    private DutyCalls.@Nullable Call underWay;

    /** @param answers told on the lane, as a task of its own */
    HealthChecks(Optional<Health.Check> check, DutyCalls calls, Executor lane, Consumer<Health> answers) {
        this.check = check;
        this.calls = calls;
        this.lane = lane;
        this.answers = answers;
    }

    /** Asks, if there is something to ask. A question that was not answered until now hangs, and that is the answer. */
    void ask() {
        check.ifPresent(this::ask);
    }

    private void ask(Health.Check asked) {
        DutyCalls.Call pending = underWay;
        if (pending != null) {
            pending.interrupt();
            lane.execute(() -> answers.accept(Health.bad("health check hangs")));
            return;
        }
        underWay = calls.health(
                asked,
                answer -> lane.execute(() -> {
                    underWay = null;
                    answers.accept(answer);
                }));
    }
}
