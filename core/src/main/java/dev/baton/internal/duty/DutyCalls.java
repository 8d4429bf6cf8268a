// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Leadership;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Calls duties without waiting for them. Each call answers once, from any thread, or never if the duty hangs. Uses real
 * threads in production; in the simulator, duties are modelled and answer in virtual time.
 */
public interface DutyCalls {
    Call start(Duty duty, Leadership leadership, Duty.Crash crash, Consumer<Optional<Throwable>> answer);

    /** @param begun called when the stop runs; until then it waits for a thread, which is not the duty's fault */
    Call stop(Duty duty, Leadership leadership, Runnable begun, Consumer<Optional<Throwable>> answer);

    /** Errors of the check count as bad health. */
    Call health(Health.Check check, Consumer<Health> answer);

    /** A call under way. */
    interface Call {
        /** Asks the call to return. A call that has not begun yet, other than a stop, returns without having run. */
        void interrupt();
    }
}
