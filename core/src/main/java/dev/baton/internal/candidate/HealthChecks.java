// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Health;
import dev.baton.internal.duty.DutyCalls;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks a node's health, one check at a time. Confined to the candidate's lane. */
final class HealthChecks {
    private final Optional<Health.Check> check;
    private final DutyCalls calls;
    private final Executor lane;
    private final Consumer<Health> answers;
    private DutyCalls.@Nullable Call underWay;

    /** @param answers called on the lane, as a separate task */
    HealthChecks(Optional<Health.Check> check, DutyCalls calls, Executor lane, Consumer<Health> answers) {
        this.check = check;
        this.calls = calls;
        this.lane = lane;
        this.answers = answers;
    }

    /** Starts a check, if there is one. If the previous check has not returned, it hangs, and counts as bad health. */
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
