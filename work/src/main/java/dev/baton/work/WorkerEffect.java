// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** What the runner of a worker is to do. Calls for one partition never overlap. */
public sealed interface WorkerEffect {
    /** Calls the application: the partition is its own. */
    record Start(Release hosted) implements WorkerEffect {}

    /** From here on the partition may not act. */
    record Revoke(Release hosted) implements WorkerEffect {}

    /** Calls the application: the partition is to be stopped. */
    record Stop(Release hosted) implements WorkerEffect {}

    /** Interrupts the call that is under way. */
    record Interrupt(Release hosted) implements WorkerEffect {}

    /** The callback that stops the partition threw: all partitions are stopped, and this one is asked once more. */
    record StopAll(Release hosted, String why) implements WorkerEffect {}

    /** Something that the application should know of. */
    record Warn(Release hosted, String why) implements WorkerEffect {}

    /** The partition cannot be stopped: the session is to be given up. */
    record GiveUp(Release hosted, String why) implements WorkerEffect {}
}
