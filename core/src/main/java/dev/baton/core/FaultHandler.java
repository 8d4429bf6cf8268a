// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

/**
 * Told when a node can no longer keep its promises by itself: a broken invariant, or a duty that cannot be stopped.
 * The default ends the process, because a process that is gone cannot act as a second leader.
 */
@FunctionalInterface
public interface FaultHandler {
    /** The exit status of a process ended by {@link #halting()}. */
    int EXIT_STATUS = 70;

    /** Called once per fault, from any thread; returning means that the process goes on. */
    void fault(String what, Throwable cause);

    /** Ends the process at once, without shutdown hooks: they may hang in the very code that failed. */
    static FaultHandler halting() {
        return (what, cause) -> {
            System.err.println("baton: ending this process: " + what + " (" + cause + ")");
            Runtime.getRuntime().halt(EXIT_STATUS);
        };
    }
}
