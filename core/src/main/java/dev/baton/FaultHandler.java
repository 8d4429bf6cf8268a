// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.runtime.ProcessHalt;

/**
 * Called when a node can no longer keep its guarantees by itself: a broken invariant, or a duty that cannot be stopped.
 * The default ends the process, because a process that is gone cannot act as a second leader.
 */
@FunctionalInterface
public interface FaultHandler {
    /** The exit status of a process ended by {@link #halting()}. */
    int EXIT_STATUS = 70;

    /**
     * Called once per fault, from any thread, even one that elections run on: it must not block. If it returns, the
     * process continues with the fence as the only guard. If it throws, the process ends.
     */
    void fault(String what, Throwable cause);

    /**
     * Ends the process at once, without shutdown hooks: they may hang in the very code that failed. The reason is
     * printed to standard error if that does not block; the process ends in any case.
     */
    static FaultHandler halting() {
        return ProcessHalt::because;
    }

    /** A handler that ends the process if {@code handler} throws. */
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
