// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import dev.baton.FaultHandler;

/**
 * The end of the process. Ending needs no memory, no lock and no thread. Printing the reason does, so nothing waits for
 * it.
 */
public final class ProcessHalt {
    /** Standard error may be a pipe that is full; others may lead soon. */
    private static final long PRINT_MILLIS = 100;

    private ProcessHalt() {}

    public static void because(String what, Throwable cause) {
        try {
            Thread printer = new Thread(
                    () -> System.err.println("baton: ending this process: " + what + " (" + cause + ")"),
                    "baton-last-words");
            printer.setDaemon(true);
            printer.start();
            Thread.interrupted();
            printer.join(PRINT_MILLIS);
        } catch (Throwable unsaid) {
            // Out of memory or threads: the end comes without words.
        } finally {
            Runtime.getRuntime().halt(FaultHandler.EXIT_STATUS);
        }
    }
}
