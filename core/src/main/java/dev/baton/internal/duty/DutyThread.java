// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Leadership;
import dev.baton.internal.runtime.Task;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Records the leadership under which the code on a thread runs. Closing a candidate waits for its duties; on a thread
 * of one of them it would wait for itself, until the fault handler ends the process.
 */
public final class DutyThread {
    private static final ThreadLocal<@Nullable Leadership> CURRENT = new ThreadLocal<>();

    private DutyThread() {}

    /** Runs code of a duty of {@code leadership} on this thread. */
    public static void run(Leadership leadership, Task code) throws Exception {
        call(leadership, () -> {
            code.run();
            return leadership;
        });
    }

    /** Does the same as {@link #run}, and returns a value. */
    static <T> T call(Leadership leadership, Callable<T> code) throws Exception {
        Leadership before = CURRENT.get();
        CURRENT.set(leadership);
        try {
            return code.call();
        } finally {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        }
    }

    /**
     * Checks that this thread does not run a duty that the caller would wait for.
     *
     * @param waitedFor selects the leaderships whose duties the caller would wait for
     * @throws IllegalStateException if it does
     */
    public static void refuse(String what, Predicate<Leadership> waitedFor) {
        Leadership current = CURRENT.get();
        if (current != null && waitedFor.test(current)) {
            throw new IllegalStateException(what + " waits for the duties of " + current.election()
                    + " to stop, and was called by one of them: return from the duty after candidate.resign() or"
                    + " candidate.closeAsync() without waiting for the future, or close from another thread");
        }
    }
}
