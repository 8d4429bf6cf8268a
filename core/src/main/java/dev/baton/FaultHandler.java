// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.runtime.ProcessHalt;

/**
 * Told when a node can no longer keep its promises by itself: a broken invariant, or a duty that cannot be stopped.
 * The default ends the process, because a process that is gone cannot act as a second leader.
 */
@FunctionalInterface
public interface FaultHandler {
    /** The exit status of a process ended by {@link #halting()}. */
    int EXIT_STATUS = 70;

    /**
     * Called once per fault, from any thread, also one that elections run on: it must not block. Returning means that
     * the process goes on, with the fence as the only guard. A handler that throws has handled nothing, and the process
     * ends.
     */
    void fault(String what, Throwable cause);

    /**
     * Ends the process at once, without shutdown hooks: they may hang in the very code that failed. The reason goes to
     * standard error if that takes it soon; the process ends in any case.
     */
    static FaultHandler halting() {
        return ProcessHalt::because;
    }

    /** A handler that ends the process where {@code handler} throws. */
    static FaultHandler orHalt(FaultHandler handler) {
        return (what, cause) -> {
            try {
                handler.fault(what, cause);
            } catch (Throwable unhandled) {
                ProcessHalt.because(what, cause);
            }
        };
    }
}
