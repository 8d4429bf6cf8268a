// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** Something that the runner of a worker has to do. Calls for one partition never overlap. */
public sealed interface WorkerEffect {
    /** Calls the application to start work on the partition. */
    record Start(Release hosted) implements WorkerEffect {}

    /** From now on the worker may not act on the partition. */
    record Revoke(Release hosted) implements WorkerEffect {}

    /** Calls the application to stop work on the partition. */
    record Stop(Release hosted) implements WorkerEffect {}

    /** Interrupts the current call. */
    record Interrupt(Release hosted) implements WorkerEffect {}

    /**
     * The callback that stops the partition threw: all partitions are stopped, and it is called once more for this one.
     */
    record StopAll(Release hosted, String why) implements WorkerEffect {}

    /** Something that the application should know about. */
    record Warn(Release hosted, String why) implements WorkerEffect {}

    /** The partition cannot be stopped: gives up the session. */
    record GiveUp(Release hosted, String why) implements WorkerEffect {}
}
